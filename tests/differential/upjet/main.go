// Command upjet writes the Go types of managed resources with upjet's own packages, in one scope.
//
// Its input is JSON: the schema of a provider, the registry's texts as YAML, and settings of resources, which are
// those of a provider.yaml. controller-gen makes definitions of what is written.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/crossplane/upjet/v2/pkg/config"
	"github.com/crossplane/upjet/v2/pkg/examples"
	"github.com/crossplane/upjet/v2/pkg/pipeline"
	"github.com/crossplane/upjet/v2/pkg/types"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"golang.org/x/tools/imports"
)

type externalName struct{ Mode, Parameter, Template string }

type reference struct {
	TerraformName string `json:"terraform_name"`
	Extract       string
	RefField      string `json:"ref_field"`
	SelectorField string `json:"selector_field"`
}

type flags struct{ Required, Optional, Computed, Sensitive *bool }

type strategy struct {
	ListType    string   `json:"list_type"`
	ListMapKeys []string `json:"list_map_keys"`
	MapType     string   `json:"map_type"`
	InjectedKey struct{ Key, Default, Description string } `json:"injected_key"`
}

type settings struct {
	ShortGroup      *string              `json:"short_group"`
	Kind            string               `json:"crd_name"`
	Version         string               `json:"version"`
	ExternalName    externalName         `json:"external_name"`
	References      map[string]reference `json:"references"`
	MoveToStatus    []string             `json:"move_to_status"`
	Remove          []string             `json:"remove"`
	Schema          map[string]flags     `json:"schema"`
	Integers        []string             `json:"number_int"`
	Untyped         []string             `json:"untyped"`
	ServerSideApply map[string]strategy  `json:"server_side_apply"`
	Embeds          bool                 `json:"embed_singleton_lists"`
}

type input struct {
	Schema    json.RawMessage
	Metadata  string
	Prefix    string
	Module    string
	Scope     string
	RootGroup string `json:"root_group"`
	Folder    string
	Resources map[string]settings
}

func main() {
	var in input
	check(json.NewDecoder(os.Stdin).Decode(&in))
	check(write(in))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(in input) error {
	provider := config.NewProvider(in.Schema, in.Prefix, in.Module, []byte(in.Metadata), config.WithRootGroup(in.RootGroup))
	groups := map[string]map[string][]*config.Resource{}
	for name, resource := range provider.Resources {
		if err := configure(name, resource, in.Resources[name]); err != nil {
			return err
		}
		group := strings.TrimPrefix(strings.ToLower(resource.ShortGroup)+"."+in.RootGroup, ".")
		if groups[group] == nil {
			groups[group] = map[string][]*config.Resource{}
		}
		groups[group][resource.Version] = append(groups[group][resource.Version], resource)
	}
	apis := filepath.Join(in.Folder, "apis")
	module := in.Module + "/apis"
	generator := examples.NewGenerator(in.Folder, module, in.Prefix, provider.Resources)
	if err := generator.SetReferenceTypes(provider.Resources); err != nil {
		return err
	}
	for group, versions := range groups {
		for version, resources := range versions {
			of := pipeline.NewVersionGenerator(apis, in.Folder, module, group, version)
			kinds := pipeline.NewCRDGenerator(of.Package(), apis, in.Folder, in.Prefix, group, version, types.CRDScope(in.Scope))
			sort.Slice(resources, func(i, j int) bool { return resources[i].Name < resources[j].Name })
			for _, resource := range resources {
				if _, err := kinds.Generate(resource); err != nil {
					return fmt.Errorf("%s: %w", resource.Name, err)
				}
			}
			if err := of.Generate(); err != nil {
				return err
			}
		}
	}
	return filepath.WalkDir(apis, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := imports.Process(path, nil, nil)
		if err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o600)
	})
}

func configure(name string, resource *config.Resource, own settings) error {
	if own.ShortGroup != nil {
		resource.ShortGroup = *own.ShortGroup
	}
	if own.Kind != "" {
		resource.Kind = own.Kind
	}
	if own.Version != "" {
		resource.Version = own.Version
	}
	switch own.ExternalName.Mode {
	case "identifier_from_provider":
		resource.ExternalName = config.IdentifierFromProvider
	case "parameter_as_identifier":
		resource.ExternalName = config.ParameterAsIdentifier(own.ExternalName.Parameter)
	case "templated_string":
		resource.ExternalName = config.TemplatedStringAsIdentifier(own.ExternalName.Parameter, own.ExternalName.Template)
	}
	for path, target := range own.References {
		extractor := ""
		if target.Extract == "id" {
			extractor = "github.com/crossplane/upjet/v2/pkg/resource.ExtractResourceID()"
		}
		resource.References[path] = config.Reference{
			TerraformName: target.TerraformName, Extractor: extractor,
			RefFieldName: target.RefField, SelectorFieldName: target.SelectorField,
		}
	}
	for path, given := range own.Schema {
		at := config.GetSchema(resource.TerraformResource, path)
		if at == nil {
			return fmt.Errorf("%s: there is no %s", name, path)
		}
		for value, flag := range map[*bool]*bool{
			given.Required: &at.Required, given.Optional: &at.Optional,
			given.Computed: &at.Computed, given.Sensitive: &at.Sensitive,
		} {
			if value != nil {
				*flag = *value
			}
		}
	}
	for _, path := range own.Integers {
		at := config.GetSchema(resource.TerraformResource, path)
		if at == nil {
			return fmt.Errorf("%s: there is no %s", name, path)
		}
		if element, ok := at.Elem.(*schema.Schema); ok {
			element.Type = schema.TypeInt
		} else {
			at.Type = schema.TypeInt
		}
	}
	for _, path := range own.Untyped {
		config.GetSchema(resource.TerraformResource, path).Elem = nil
	}
	for path, given := range own.ServerSideApply {
		resource.ServerSideApplyMergeStrategies[path] = config.MergeStrategy{
			MapMergeStrategy: config.MapType(given.MapType),
			ListMergeStrategy: config.ListMergeStrategy{
				MergeStrategy: config.ListType(given.ListType),
				ListMapKeys: config.ListMapKeys{
					Keys: given.ListMapKeys,
					InjectedKey: config.InjectedKey{
						Key: given.InjectedKey.Key, DefaultValue: given.InjectedKey.Default,
						Description: given.InjectedKey.Description,
					},
				},
			},
		}
	}
	config.MoveToStatus(resource.TerraformResource, own.MoveToStatus...)
	for _, path := range own.Remove {
		delete(resource.TerraformResource.Schema, path)
	}
	if own.Embeds {
		return config.TraverseSchemas(name, resource, &config.SingletonListEmbedder{})
	}
	return nil
}
