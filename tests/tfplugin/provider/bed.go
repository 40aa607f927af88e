package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"math/big"
)

var ownerPath = path.Root("owner")

type bed struct{}

type plantModel struct {
	Count types.Int64  `tfsdk:"count"`
	Label types.String `tfsdk:"label"`
}

type placeModel struct {
	Row types.Int64 `tfsdk:"row"`
}

type pathModel struct {
	Width types.Number `tfsdk:"width"`
	Stone []stoneModel `tfsdk:"stone"`
}

type stoneModel struct {
	Colour types.String `tfsdk:"colour"`
}

type bedModel struct {
	ID     types.String          `tfsdk:"id"`
	Name   types.String          `tfsdk:"name"`
	Size   types.Number          `tfsdk:"size"`
	Plants map[string]plantModel `tfsdk:"plants"`
	Place  *placeModel           `tfsdk:"place"`
	Rows   []placeModel          `tfsdk:"rows"`
	Marks  types.Set             `tfsdk:"marks"`
	Labels types.Map             `tfsdk:"labels"`
	Notes  types.Dynamic         `tfsdk:"notes"`
	Code   types.String          `tfsdk:"code"`
	Old    types.Bool            `tfsdk:"old"`
	Path   []pathModel           `tfsdk:"path"`
	Fence  *stoneModel           `tfsdk:"fence"`
}

type bedIdentity struct {
	Name types.String `tfsdk:"name"`
}

func (bed) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {
	r.TypeName = "garden_bed"
}

func (bed) Schema(_ context.Context, _ resource.SchemaRequest, r *resource.SchemaResponse) {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	place := map[string]schema.Attribute{"row": schema.Int64Attribute{Required: true, Description: "Counted from the gate."}}
	stone := schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
		"colour": schema.StringAttribute{Optional: true, Computed: true},
	}}}
	r.Schema = schema.Schema{
		Version:             2,
		MarkdownDescription: "A *bed* of plants.",
		DeprecationMessage:  "",
		Attributes: map[string]schema.Attribute{
			"id":     schema.StringAttribute{Computed: true, PlanModifiers: keep},
			"name":   schema.StringAttribute{Required: true, PlanModifiers: replace, Description: "Name; <another> name & the bed is replaced."},
			"size":   schema.NumberAttribute{Optional: true, Computed: true, Default: numberdefault.StaticBigFloat(big.NewFloat(1.5))},
			"plants": schema.MapNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{"count": schema.Int64Attribute{Required: true}, "label": schema.StringAttribute{Optional: true, Computed: true}}}},
			"place":  schema.SingleNestedAttribute{Optional: true, Attributes: place},
			"rows":   schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: place}},
			"marks":  schema.SetAttribute{Optional: true, ElementType: types.StringType},
			"labels": schema.MapAttribute{Optional: true, ElementType: types.StringType},
			"notes":  schema.DynamicAttribute{Optional: true},
			"code":   schema.StringAttribute{Optional: true, WriteOnly: true, Sensitive: true},
			"old":    schema.BoolAttribute{Optional: true, DeprecationMessage: "Nobody asks."},
		},
		Blocks: map[string]schema.Block{
			"path":  schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{"width": schema.NumberAttribute{Optional: true}}, Blocks: map[string]schema.Block{"stone": stone}}},
			"fence": schema.SingleNestedBlock{Attributes: map[string]schema.Attribute{"colour": schema.StringAttribute{Optional: true}}},
		},
	}
}

func (bed) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, r *resource.IdentitySchemaResponse) {
	r.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true, Description: "Name of the bed."},
	}}
}

func (bed) ValidateConfig(ctx context.Context, q resource.ValidateConfigRequest, r *resource.ValidateConfigResponse) {
	var plants types.Map
	r.Diagnostics.Append(q.Config.GetAttribute(ctx, path.Root("plants"), &plants)...)
	for name := range plants.Elements() {
		if name == "weed" {
			at := path.Root("plants").AtMapKey(name).AtName("count")
			r.Diagnostics.AddAttributeError(at, "Weeds come by themselves", "Nobody has to plant them.")
			r.Diagnostics.AddWarning("Look again", "There may be more.")
		}
	}
}

func (bed) Create(ctx context.Context, q resource.CreateRequest, r *resource.CreateResponse) {
	var m bedModel
	r.Diagnostics.Append(q.Plan.Get(ctx, &m)...)
	fill(&m)
	planted.Store(m.Name.ValueString(), true)
	r.Diagnostics.Append(r.State.Set(ctx, &m)...)
	r.Diagnostics.Append(identify(ctx, r.Identity.Set, m)...)
}

func (bed) Read(ctx context.Context, q resource.ReadRequest, r *resource.ReadResponse) {
	var name types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("id"), &name)...)
	if _, there := planted.Load(name.ValueString()); !there {
		r.State.RemoveResource(ctx)
		return
	}
	r.Diagnostics.Append(r.State.SetAttribute(ctx, path.Root("name"), name)...)
	r.Diagnostics.Append(r.Identity.SetAttribute(ctx, path.Root("name"), name)...)
}

func (bed) Update(ctx context.Context, q resource.UpdateRequest, r *resource.UpdateResponse) {
	var m bedModel
	r.Diagnostics.Append(q.Plan.Get(ctx, &m)...)
	fill(&m)
	r.Diagnostics.Append(r.State.Set(ctx, &m)...)
	r.Diagnostics.Append(identify(ctx, r.Identity.Set, m)...)
}

func (bed) Delete(ctx context.Context, q resource.DeleteRequest, r *resource.DeleteResponse) {
	var name types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("name"), &name)...)
	planted.Delete(name.ValueString())
}

func (bed) ImportState(ctx context.Context, q resource.ImportStateRequest, r *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("name"), q, r)
}

// UpgradeState knows version 1, in which the name was a title.
func (bed) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	prior := schema.Schema{Attributes: map[string]schema.Attribute{"title": schema.StringAttribute{Required: true}}}
	return map[int64]resource.StateUpgrader{1: {PriorSchema: &prior, StateUpgrader: upgrade}}
}

func upgrade(ctx context.Context, q resource.UpgradeStateRequest, r *resource.UpgradeStateResponse) {
	var title types.String
	r.Diagnostics.Append(q.State.GetAttribute(ctx, path.Root("title"), &title)...)
	m := bedModel{Name: title, Marks: types.SetNull(types.StringType), Labels: types.MapNull(types.StringType)}
	r.Diagnostics.Append(r.State.Set(ctx, &m)...)
}

// fill sets what only the provider knows.
func fill(m *bedModel) {
	m.ID = m.Name
	m.Code = types.StringNull()
	for name, plant := range m.Plants {
		if plant.Label.IsUnknown() {
			m.Plants[name] = plantModel{plant.Count, types.StringValue("label of " + name)}
		}
	}
	for _, p := range m.Path {
		for i := range p.Stone {
			if p.Stone[i].Colour.IsUnknown() {
				p.Stone[i].Colour = types.StringValue("grey")
			}
		}
	}
}

func identify(ctx context.Context, set func(context.Context, any) diag.Diagnostics, m bedModel) diag.Diagnostics {
	return set(ctx, bedIdentity{m.Name})
}
