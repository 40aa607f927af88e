// A provider whose schemas are generated. It does nothing else: no operation of a resource is ever called.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Reads a configuration into the data model of an entity, as every operation of a provider begins.
type reader func(context.Context, tfsdk.Config) diag.Diagnostics

func reads[Model any](ctx context.Context, config tfsdk.Config) diag.Diagnostics {
	var model Model
	return config.Get(ctx, &model)
}

type resourceEntry struct {
	name   string
	schema func(context.Context) resourceschema.Schema
	read   reader
}

type dataEntry struct {
	name   string
	schema func(context.Context) dataschema.Schema
	read   reader
}

type providerEntry struct {
	name   string
	schema func(context.Context) providerschema.Schema
	read   reader
}

type generated struct{}

func (generated) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = theProvider.name
}

func (generated) Schema(ctx context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	if theProvider.schema != nil {
		response.Schema = theProvider.schema(ctx)
	}
}

func (generated) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (generated) Resources(context.Context) []func() resource.Resource {
	var made []func() resource.Resource
	for _, entry := range theResources {
		made = append(made, func() resource.Resource { return aResource{entry} })
	}
	return made
}

func (generated) DataSources(context.Context) []func() datasource.DataSource {
	var made []func() datasource.DataSource
	for _, entry := range theDataSources {
		made = append(made, func() datasource.DataSource { return aDataSource{entry} })
	}
	return made
}

type aResource struct{ entry resourceEntry }

func (r aResource) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = r.entry.name
}

func (r aResource) Schema(ctx context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = r.entry.schema(ctx)
}

func (aResource) Create(context.Context, resource.CreateRequest, *resource.CreateResponse) {}
func (aResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse)       {}
func (aResource) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}
func (aResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

type aDataSource struct{ entry dataEntry }

func (d aDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = d.entry.name
}

func (d aDataSource) Schema(ctx context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = d.entry.schema(ctx)
}

func (aDataSource) Read(context.Context, datasource.ReadRequest, *datasource.ReadResponse) {}

// An object in which nothing is set.
func unset(type_ tftypes.Type) tftypes.Value {
	object, ok := type_.(tftypes.Object)
	if !ok {
		return tftypes.NewValue(type_, nil)
	}
	members := map[string]tftypes.Value{}
	for name, member := range object.AttributeTypes {
		members[name] = tftypes.NewValue(member, nil)
	}
	return tftypes.NewValue(type_, members)
}

// Writes a line for each problem: of what, and what the framework says. Code that panics has a problem, too.
func report(of string, asked func() []diag.Diagnostics) (failed bool) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = true
			fmt.Fprintf(os.Stderr, "%s: %v\n", of, reason)
		}
	}()
	for _, all := range asked() {
		for _, problem := range all {
			failed = true
			fmt.Fprintf(os.Stderr, "%s: %s %s\n", of, problem.Summary(), problem.Detail())
		}
	}
	return failed
}

// Writes a line for each type that two resources or data sources have, which the framework refuses when Terraform asks.
func twice(ctx context.Context) (failed bool) {
	words := map[string]string{"Duplicate Resource Type Defined": "resource", "Duplicate Data Source Type Defined": "data"}
	response, err := providerserver.NewProtocol6(generated{})().GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		log.Fatal(err)
	}
	for _, problem := range response.Diagnostics {
		if of, ok := words[problem.Summary]; ok { // "The NAME resource type name was returned for multiple resources."
			failed = true
			fmt.Fprintf(os.Stderr, "%s/%s: %s\n", of, strings.Fields(problem.Detail)[1], problem.Summary)
		}
	}
	return failed
}

// What the framework says when a provider starts, and when its operations begin.
func check(ctx context.Context) (failed bool) {
	if theProvider.schema != nil {
		failed = report("provider/"+theProvider.name, func() []diag.Diagnostics {
			schema := theProvider.schema(ctx)
			config := tfsdk.Config{Raw: unset(schema.Type().TerraformType(ctx)), Schema: schema}
			return []diag.Diagnostics{schema.ValidateImplementation(ctx), theProvider.read(ctx, config)}
		})
	}
	for _, entry := range theResources {
		failed = report("resource/"+entry.name, func() []diag.Diagnostics {
			schema := entry.schema(ctx)
			config := tfsdk.Config{Raw: unset(schema.Type().TerraformType(ctx)), Schema: schema}
			return []diag.Diagnostics{schema.ValidateImplementation(ctx), entry.read(ctx, config)}
		}) || failed
	}
	for _, entry := range theDataSources {
		failed = report("data/"+entry.name, func() []diag.Diagnostics {
			schema := entry.schema(ctx)
			config := tfsdk.Config{Raw: unset(schema.Type().TerraformType(ctx)), Schema: schema}
			return []diag.Diagnostics{schema.ValidateImplementation(ctx), entry.read(ctx, config)}
		}) || failed
	}
	return failed
}

func main() {
	only := flag.Bool("check", false, "ask the framework what is wrong, in place of serving")
	flag.Parse()
	ctx := context.Background()
	if *only {
		if failed := check(ctx); twice(ctx) || failed {
			os.Exit(1)
		}
		return
	}
	address := "registry.terraform.io/example/" + theProvider.name
	if err := providerserver.Serve(ctx, func() provider.Provider { return generated{} }, providerserver.ServeOpts{Address: address}); err != nil {
		log.Fatal(err)
	}
}
