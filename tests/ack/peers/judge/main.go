// Judge says what Kubernetes says of definitions, manifests, plurals and booleans. Each line of the answer is a problem,
// or, for plurals and booleans, the answer for one line of standard input.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gobuffalo/flect"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	schemas "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"sigs.k8s.io/yaml"
)

func main() {
	switch os.Args[1] {
	case "definitions":
		for _, name := range os.Args[2:] {
			definition := read(name)
			for _, problem := range validation.ValidateCustomResourceDefinition(context.Background(), definition) {
				fmt.Printf("%s: %s\n", name, strings.ReplaceAll(problem.Error(), "\n", " "))
			}
		}
	case "manifests": // pairs of a definition and a manifest
		for index := 2; index < len(os.Args); index += 2 {
			for _, problem := range validate(read(os.Args[index]), os.Args[index+1]) {
				fmt.Printf("%s: %s\n", os.Args[index+1], strings.ReplaceAll(problem, "\n", " "))
			}
		}
	case "plurals":
		each(func(line string) string { return strings.ToLower(flect.Pluralize(line)) })
	case "booleans":
		each(func(line string) string {
			var found struct{ Value *bool }
			if err := yaml.UnmarshalStrict([]byte("value: "+line), &found); err != nil || found.Value == nil {
				return "-"
			}
			return fmt.Sprint(*found.Value)
		})
	}
}

func each(answer func(string) string) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Println(answer(lines.Text()))
	}
}

func read(name string) *apiextensions.CustomResourceDefinition {
	data, err := os.ReadFile(name)
	check(err)
	var external v1.CustomResourceDefinition
	check(yaml.UnmarshalStrict(data, &external))
	v1.SetDefaults_CustomResourceDefinition(&external)
	v1.SetDefaults_CustomResourceDefinitionSpec(&external.Spec)
	var definition apiextensions.CustomResourceDefinition
	check(v1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&external, &definition, nil))
	definition.Status.StoredVersions = []string{external.Spec.Versions[0].Name} // as a server sets it
	return &definition
}

func validate(definition *apiextensions.CustomResourceDefinition, name string) (problems []string) {
	data, err := os.ReadFile(name)
	check(err)
	var manifest map[string]any
	check(yaml.Unmarshal(data, &manifest))
	whole, err := apiextensions.GetSchemaForVersion(definition, definition.Spec.Versions[0].Name)
	check(err)
	validator, _, err := schemas.NewSchemaValidator(whole.OpenAPIV3Schema)
	check(err)
	for _, problem := range schemas.ValidateCustomResource(nil, manifest, validator) {
		problems = append(problems, problem.Error())
	}
	form, err := structural.NewStructural(whole.OpenAPIV3Schema)
	check(err)
	options := structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	for _, path := range pruning.PruneWithOptions(manifest, form, true, options) {
		problems = append(problems, "unknown field "+path)
	}
	return problems
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
