// A provider for tests: it keeps beds of a garden in memory, and has one of everything that protocol 6 knows.
package main

import (
	"context"
	"fmt"
	"log"
	"math/big"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type garden struct{}

// planted are the beds that there are, by name.
var planted sync.Map

func (garden) Metadata(_ context.Context, _ provider.MetadataRequest, r *provider.MetadataResponse) {
	r.TypeName, r.Version = "garden", "1.0.0"
}

func (garden) Schema(_ context.Context, _ provider.SchemaRequest, r *provider.SchemaResponse) {
	r.Schema = schema.Schema{
		MarkdownDescription: "Plans a garden, one **bed** after another.",
		Attributes: map[string]schema.Attribute{
			"owner": schema.StringAttribute{Optional: true, Description: "Whose garden it is."},
			"key":   schema.StringAttribute{Optional: true, Sensitive: true},
		},
	}
}

func (garden) Configure(_ context.Context, q provider.ConfigureRequest, r *provider.ConfigureResponse) {
	var owner types.String
	r.Diagnostics.Append(q.Config.GetAttribute(context.Background(), ownerPath, &owner)...)
	if owner.ValueString() == "loud" {
		fmt.Println(strings.Repeat("loud and clear\n", 50_000))
	}
	if owner.ValueString() == "nobody" {
		r.Diagnostics.AddAttributeError(ownerPath, "No owner", "A garden belongs to somebody.")
	}
}

func (garden) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return bed{} }}
}

func (garden) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return season{} }}
}

func (garden) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return gate{} }}
}

func (garden) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{func() list.ListResource { return beds{} }}
}

func (garden) Actions(context.Context) []func() action.Action {
	return []func() action.Action{func() action.Action { return water{} }}
}

func (garden) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return area{} }}
}

type area struct{}

func (area) Metadata(_ context.Context, _ function.MetadataRequest, r *function.MetadataResponse) {
	r.Name = "area"
}

func (area) Definition(_ context.Context, _ function.DefinitionRequest, r *function.DefinitionResponse) {
	r.Definition = function.Definition{
		Summary:             "Area of a bed",
		MarkdownDescription: "Multiplies the `width` of a bed with its lengths.",
		DeprecationMessage:  "Use a tape measure.",
		Parameters:          []function.Parameter{function.NumberParameter{Name: "width", AllowNullValue: true, Description: "In metres."}},
		VariadicParameter:   function.NumberParameter{Name: "lengths"},
		Return:              function.NumberReturn{},
	}
}

func (area) Run(ctx context.Context, q function.RunRequest, r *function.RunResponse) {
	var width types.Number
	var lengths []types.Number
	if r.Error = q.Arguments.Get(ctx, &width, &lengths); r.Error != nil {
		return
	}
	if width.IsNull() {
		r.Error = function.NewArgumentFuncError(0, "a bed without a width has no area")
		return
	}
	product := new(big.Float).SetPrec(512).Set(width.ValueBigFloat())
	for _, length := range lengths {
		product.Mul(product, length.ValueBigFloat())
	}
	r.Error = r.Result.Set(ctx, types.NumberValue(product))
}

func main() {
	options := providerserver.ServeOpts{Address: "example.org/tests/garden", ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), func() provider.Provider { return garden{} }, options); err != nil {
		log.Fatal(err)
	}
}
