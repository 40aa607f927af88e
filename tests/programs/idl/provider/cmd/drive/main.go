// Drives a provider through the engine's own plugin client: reads steps from standard input, writes an answer to each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

type step struct {
	Do, Type, ID      string
	Inputs, Old, News map[string]any
	Unknown           []string
	Preview           bool
}

func bag(values map[string]any, unknown []string) resource.PropertyMap {
	properties := resource.PropertyMap{}
	for key, value := range values {
		properties[resource.PropertyKey(key)] = special(value)
	}
	for _, key := range unknown {
		properties[resource.PropertyKey(key)] = resource.MakeComputed(resource.NewStringProperty(""))
	}
	return properties
}

// special makes assets, archives and references of objects that say so.
func special(value any) resource.PropertyValue {
	object, is := value.(map[string]any)
	if !is {
		return resource.NewPropertyValue(value)
	}
	if text, has := object["$asset"].(string); has {
		asset, err := resource.NewTextAsset(text)
		must(err)
		return resource.NewAssetProperty(asset)
	}
	if text, has := object["$archive"].(string); has {
		asset, err := resource.NewTextAsset(text)
		must(err)
		archive, err := resource.NewAssetArchive(map[string]any{"file": asset})
		must(err)
		return resource.NewArchiveProperty(archive)
	}
	if id, has := object["$resource"].(string); has {
		return resource.MakeCustomResourceReference(urn.New("dev", "proj", "", "x:y:Z", "other"), resource.ID(id), "1.0.0")
	}
	return resource.NewPropertyValue(value)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx := context.Background()
	host, err := plugin.NewContext(ctx, nil, nil, nil, nil, ".", nil, false, nil, nil)
	must(err)
	provider, err := plugin.NewProviderFromPath(host.Host, host, "aws", os.Args[1])
	must(err)
	info, err := provider.GetPluginInfo(ctx)
	must(err)
	_, err = provider.Configure(ctx, plugin.ConfigureRequest{Inputs: resource.PropertyMap{}})
	must(err)
	answers := json.NewEncoder(os.Stdout)
	must(answers.Encode(map[string]any{"version": info.Version.String()}))
	steps := json.NewDecoder(os.Stdin)
	for {
		var next step
		if err := steps.Decode(&next); errors.Is(err, io.EOF) {
			break
		} else {
			must(err)
		}
		answer, err := take(ctx, provider, next)
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		must(answers.Encode(answer))
	}
	must(provider.Close())
}

func take(ctx context.Context, provider plugin.Provider, s step) (map[string]any, error) {
	name := urn.New("dev", "proj", "", tokens.Type(s.Type), "web")
	inputs, id := bag(s.Inputs, s.Unknown), resource.ID(s.ID)
	switch s.Do {
	case "check":
		done, err := provider.Check(ctx, plugin.CheckRequest{URN: name, News: inputs, AllowUnknowns: true})
		if err != nil {
			return nil, err
		}
		failures := map[string]string{}
		for _, failure := range done.Failures {
			failures[string(failure.Property)] = failure.Reason
		}
		return map[string]any{"failures": failures, "name": done.Properties["name"].V}, nil
	case "create":
		done, err := provider.Create(ctx, plugin.CreateRequest{URN: name, Properties: inputs, Preview: s.Preview})
		return map[string]any{"id": string(done.ID), "state": done.Properties.Mappable()}, err
	case "read":
		done, err := provider.Read(ctx, plugin.ReadRequest{URN: name, ID: id, Inputs: inputs, State: inputs})
		return map[string]any{"state": done.Outputs.Mappable(), "inputs": done.Inputs.Mappable()}, err
	case "diff":
		done, err := provider.Diff(ctx, plugin.DiffRequest{
			URN: name, ID: id, OldInputs: inputs, OldOutputs: bag(s.Old, nil), NewInputs: bag(s.News, s.Unknown),
		})
		return map[string]any{
			"changes": int(done.Changes), "replaces": done.ReplaceKeys, "changed": done.ChangedKeys,
		}, err
	case "update":
		done, err := provider.Update(ctx, plugin.UpdateRequest{
			URN: name, ID: id, OldInputs: inputs, OldOutputs: bag(s.Old, nil), NewInputs: bag(s.News, nil),
		})
		return map[string]any{"state": done.Properties.Mappable()}, err
	case "delete":
		_, err := provider.Delete(ctx, plugin.DeleteRequest{URN: name, ID: id, Inputs: inputs, Outputs: bag(s.Old, nil)})
		return map[string]any{}, err
	}
	return nil, errors.New("unknown step " + s.Do)
}
