package ec2

import (
	"context"
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// Groups keeps security groups in memory, as the author of a provider might.
type Groups struct {
	kept map[resource.ID]*securityGroup
}

func NewGroups() *Groups { return &Groups{kept: map[resource.ID]*securityGroup{}} }

func (g *Groups) Check(_ context.Context, obj *securityGroup, property string) error {
	if property == securityGroup_GroupDescription && len(obj.GroupDescription) > 255 {
		return errors.New("longer than 255 characters")
	}
	return nil
}

func (g *Groups) Create(_ context.Context, obj *securityGroup) (resource.ID, error) {
	id := resource.ID(fmt.Sprintf("sg-%04d", len(g.kept)+1))
	group := string(id)
	obj.GroupID = &group
	g.kept[id] = obj
	return id, nil
}

func (g *Groups) Get(_ context.Context, id resource.ID) (*securityGroup, error) {
	return g.kept[id], nil
}

func (g *Groups) InspectChange(
	_ context.Context, _ resource.ID, old, new *securityGroup, diff *resource.ObjectDiff,
) ([]string, error) {
	// a group that has let anything out cannot be closed in place
	if diff.Deleted(securityGroup_SecurityGroupEgress) && old.SecurityGroupEgress != nil {
		return []string{securityGroup_SecurityGroupEgress}, nil
	}
	return nil, nil
}

func (g *Groups) Update(_ context.Context, id resource.ID, old, new *securityGroup, _ *resource.ObjectDiff) error {
	new.GroupID = old.GroupID
	g.kept[id] = new
	return nil
}

func (g *Groups) Delete(_ context.Context, id resource.ID) error {
	delete(g.kept, id)
	return nil
}
