package bakery

import (
	"context"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Ovens keeps ovens in memory.
type Ovens struct{ kept map[resource.ID]*oven }

func NewOvens() *Ovens { return &Ovens{kept: map[resource.ID]*oven{}} }

func (o *Ovens) Check(_ context.Context, obj *oven, property string) error {
	switch property {
	case "":
		if len(obj.Loaves) > int(MaxLoaves) {
			return errors.New("too many loaves")
		}
	case oven_Loaves:
		for _, loaf := range obj.Loaves {
			if loaf.Grain != Wheat && loaf.Grain != Rye && loaf.Grain != Spelt {
				return errors.New("unknown grain " + string(loaf.Grain))
			}
		}
	}
	return nil
}

func (o *Ovens) Name(_ context.Context, obj *oven) (string, error) { return obj.Maker, nil }

func (o *Ovens) Create(_ context.Context, obj *oven) (resource.ID, error) {
	for _, loaf := range obj.Loaves {
		obj.Heat += loaf.Weight.Amount
	}
	if obj.Manual != nil {
		text, _ := obj.Manual.GetText()
		obj.Log = append(obj.Log, "manual: "+text)
	}
	if obj.Spares != nil && obj.Spares.IsAssets() {
		obj.Log = append(obj.Log, "spares")
	}
	o.kept["oven-1"] = obj
	return "oven-1", nil
}

func (o *Ovens) Get(_ context.Context, id resource.ID) (*oven, error) { return o.kept[id], nil }

func (o *Ovens) InspectChange(
	context.Context, resource.ID, *oven, *oven, *resource.ObjectDiff,
) ([]string, error) {
	return nil, nil
}

func (o *Ovens) Update(_ context.Context, id resource.ID, old, new *oven, _ *resource.ObjectDiff) error {
	new.Heat, new.Log = old.Heat, append(old.Log, "updated")
	o.kept[id] = new
	return nil
}

func (o *Ovens) Delete(_ context.Context, id resource.ID) error {
	delete(o.kept, id)
	return nil
}
