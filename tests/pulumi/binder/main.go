// What Pulumi's own reader of package schemas says to each file named: a line of JSON, empty if it takes the schema.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

var foreign = regexp.MustCompile(`"/?([\w-]+)/v[^/"]+/schema\.json#/(types|resources)/([^"]+)"`)

// others stands for the packages that a schema refers to: they have what it names.
type others map[string]schema.PackageSpec

func (o others) LoadPackage(name string, version *semver.Version) (*schema.Package, error) {
	spec := o[name]
	spec.Name, spec.Version = name, version.String()
	spec.Meta = &schema.MetadataSpec{ModuleFormat: `([^/]*)(?:/.*)?`}
	return schema.ImportSpec(spec, nil, o, schema.ValidationOptions{AllowDanglingReferences: true})
}

func (o others) LoadPackageV2(_ context.Context, d *schema.PackageDescriptor) (*schema.Package, error) {
	version := d.Version
	if version == nil {
		version = &semver.Version{Major: 1}
	}
	return o.LoadPackage(d.Name, version)
}

func referred(text []byte) others {
	found := others{}
	for _, match := range foreign.FindAllSubmatch(text, -1) {
		name, token := string(match[1]), string(match[3])
		if plain, err := url.PathUnescape(token); err == nil {
			token = plain
		}
		spec, ok := found[name]
		if !ok {
			spec.Types, spec.Resources = map[string]schema.ComplexTypeSpec{}, map[string]schema.ResourceSpec{}
			found[name] = spec
		}
		if string(match[2]) == "types" {
			spec.Types[token] = schema.ComplexTypeSpec{ObjectTypeSpec: schema.ObjectTypeSpec{Type: "object"}}
		} else {
			spec.Resources[token] = schema.ResourceSpec{}
		}
	}
	return found
}

func verdict(path string) (said string) {
	defer func() {
		if cause := recover(); cause != nil {
			said = fmt.Sprint("panic: ", cause)
		}
	}()
	var spec schema.PackageSpec
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &spec)
	}
	if err != nil {
		return err.Error()
	}
	_, found, err := schema.BindSpec(spec, referred(text), schema.ValidationOptions{AllowDanglingReferences: true})
	if err != nil {
		return err.Error()
	}
	if found.HasErrors() {
		return found.Error()
	}
	return ""
}

func main() {
	for _, path := range os.Args[1:] {
		line, _ := json.Marshal([]string{path, verdict(path)})
		fmt.Println(string(line))
	}
}
