// Package plugin stands in for the package of what resources are made of.
package plugin

import (
	"errors"

	"github.com/crossplane-contrib/terraform-runtime/pkg/client"
	"github.com/crossplane/crossplane-runtime/pkg/logging"
	"github.com/crossplane/crossplane-runtime/pkg/resource"
	"github.com/hashicorp/terraform/providers"
	"github.com/zclconf/go-cty/cty"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/scheme"
)

// A MergeDescription says what a merge has changed.
type MergeDescription struct {
	LateInitializedSpec bool
	StatusUpdated       bool
	AnnotationsUpdated  bool
	NeedsProviderUpdate bool
	AnyFieldUpdated     bool
}

// A ResourceMerger merges what is asked for with what there is.
type ResourceMerger interface {
	MergeResources(kube, prov resource.Managed) MergeDescription
}

// A CtyEncoder makes a value of a resource.
type CtyEncoder interface {
	EncodeCty(resource.Managed, *providers.Schema) (cty.Value, error)
}

// A CtyDecoder makes a resource of a value.
type CtyDecoder interface {
	DecodeCty(resource.Managed, cty.Value, *providers.Schema) (resource.Managed, error)
}

// A ReconcilerConfigurer adds the controller of a resource to a manager.
type ReconcilerConfigurer interface {
	ConfigureReconciler(ctrl.Manager, logging.Logger, *Index, *client.ProviderPool) error
}

// An Implementation is all of them for one Kind; what is empty is taken from the layer below.
type Implementation struct {
	GVK                   schema.GroupVersionKind
	TerraformResourceName string
	SchemeBuilder         *scheme.Builder
	ReconcilerConfigurer  ReconcilerConfigurer
	ResourceMerger        ResourceMerger
	CtyEncoder            CtyEncoder
	CtyDecoder            CtyDecoder
}

// ProviderInit registers the Kinds of a provider, and starts it.
type ProviderInit struct {
	SchemeBuilder *scheme.Builder
	Initializer   client.Initializer
}

// An Indexer collects implementations in layers.
type Indexer struct{ layers []*Implementation }

// An Index has one implementation for each Kind.
type Index struct{}

// NewIndexer has no layer.
func NewIndexer() *Indexer { return &Indexer{} }

// Overlay adds a layer.
func (i *Indexer) Overlay(layer *Implementation) error {
	if layer.GVK.Empty() {
		return errors.New("an implementation has no Kind")
	}
	i.layers = append(i.layers, layer)
	return nil
}

// BuildIndex merges the layers.
func (i *Indexer) BuildIndex() (*Index, error) { return &Index{}, nil }

// CompareMapString says whether two maps are equal.
func CompareMapString(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for key, value := range a {
		if other, ok := b[key]; !ok || other != value {
			return false
		}
	}
	return true
}

// CompareStringSlices says whether two lists are equal.
func CompareStringSlices(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for index, value := range a {
		if b[index] != value {
			return false
		}
	}
	return true
}
