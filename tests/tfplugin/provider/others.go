package main

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// season is a data source: what grows in a month.
type season struct{}

func (season) Metadata(_ context.Context, _ datasource.MetadataRequest, r *datasource.MetadataResponse) {
	r.TypeName = "garden_season"
}

func (season) Schema(_ context.Context, _ datasource.SchemaRequest, r *datasource.SchemaResponse) {
	r.Schema = dataschema.Schema{
		DeprecationMessage: "Look out of the window.",
		Attributes: map[string]dataschema.Attribute{
			"month": dataschema.Int64Attribute{Required: true},
			"name":  dataschema.StringAttribute{Computed: true},
		},
	}
}

func (season) Read(ctx context.Context, q datasource.ReadRequest, r *datasource.ReadResponse) {
	var month types.Int64
	r.Diagnostics.Append(q.Config.GetAttribute(ctx, path.Root("month"), &month)...)
	name := []string{"winter", "spring", "summer", "autumn"}[month.ValueInt64()%12/3]
	r.Diagnostics.Append(r.State.SetAttribute(ctx, path.Root("month"), month)...)
	r.Diagnostics.Append(r.State.SetAttribute(ctx, path.Root("name"), name)...)
}

// gate is an ephemeral resource: it is opened, and closed again.
type gate struct{}

func (gate) Metadata(_ context.Context, _ ephemeral.MetadataRequest, r *ephemeral.MetadataResponse) {
	r.TypeName = "garden_gate"
}

func (gate) Schema(_ context.Context, _ ephemeral.SchemaRequest, r *ephemeral.SchemaResponse) {
	r.Schema = ephemeralschema.Schema{Attributes: map[string]ephemeralschema.Attribute{
		"side": ephemeralschema.StringAttribute{Required: true},
		"code": ephemeralschema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (gate) Open(ctx context.Context, q ephemeral.OpenRequest, r *ephemeral.OpenResponse) {
	var side types.String
	r.Diagnostics.Append(q.Config.GetAttribute(ctx, path.Root("side"), &side)...)
	r.Diagnostics.Append(r.Result.SetAttribute(ctx, path.Root("side"), side)...)
	r.Diagnostics.Append(r.Result.SetAttribute(ctx, path.Root("code"), "code of "+side.ValueString())...)
	r.Diagnostics.Append(r.Private.SetKey(ctx, "side", []byte(`"`+side.ValueString()+`"`))...)
	r.RenewAt = time.Unix(2000000000, 0)
}

func (gate) Renew(_ context.Context, _ ephemeral.RenewRequest, r *ephemeral.RenewResponse) {
	r.RenewAt = time.Unix(2000000060, 0)
}

func (gate) Close(ctx context.Context, q ephemeral.CloseRequest, r *ephemeral.CloseResponse) {
	if side, _ := q.Private.GetKey(ctx, "side"); string(side) == `"rusty"` {
		r.Diagnostics.AddWarning("The gate does not close", "Somebody should oil it.")
	}
}

// beds lists what is planted.
type beds struct{}

func (beds) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = "garden_bed"
}

func (beds) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, r *list.ListResourceSchemaResponse) {
	r.Schema = listschema.Schema{Attributes: map[string]listschema.Attribute{"prefix": listschema.StringAttribute{Optional: true}}}
}

func (beds) List(_ context.Context, _ list.ListRequest, r *list.ListResultsStream) {
	r.Results = list.NoListResults
}

// water is an action.
type water struct{}

func (water) Metadata(_ context.Context, _ action.MetadataRequest, r *action.MetadataResponse) {
	r.TypeName = "garden_water"
}

func (water) Schema(_ context.Context, _ action.SchemaRequest, r *action.SchemaResponse) {
	r.Schema = actionschema.Schema{Attributes: map[string]actionschema.Attribute{"litres": actionschema.Int64Attribute{Required: true}}}
}

func (water) Invoke(context.Context, action.InvokeRequest, *action.InvokeResponse) {}
