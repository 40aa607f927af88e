// Package client stands in for the package that starts plugins: generated code compiles against it, nothing runs.
package client

import (
	"context"
	"errors"

	"github.com/crossplane/crossplane-runtime/pkg/resource"
	"github.com/zclconf/go-cty/cty"
	kubeclient "sigs.k8s.io/controller-runtime/pkg/client"
)

// A Provider is a plugin that runs.
type Provider struct{ Name string }

// A ProviderPool lends providers.
type ProviderPool struct{}

// An Initializer starts the plugin for a resource.
type Initializer func(context.Context, resource.Managed, *RuntimeOptions, kubeclient.Client) (*Provider, error)

// RuntimeOptions are the flags of the program.
type RuntimeOptions struct {
	PoolSize        int
	PluginDirectory string
}

// NewRuntimeOptions has none of them.
func NewRuntimeOptions() *RuntimeOptions { return &RuntimeOptions{} }

// WithPoolSize sets the number of processes.
func (o *RuntimeOptions) WithPoolSize(size int) *RuntimeOptions {
	o.PoolSize = size
	return o
}

// WithPluginDirectory sets where the plugin is.
func (o *RuntimeOptions) WithPluginDirectory(path string) *RuntimeOptions {
	o.PluginDirectory = path
	return o
}

// NewProvider starts a plugin with a configuration.
func NewProvider(name, directory string, config map[string]cty.Value) (*Provider, error) {
	return nil, errors.New("no plugin is started here")
}
