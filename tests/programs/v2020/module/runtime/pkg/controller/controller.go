// Package controller stands in for the package of the common controller.
package controller

import (
	"context"
	"errors"

	"github.com/crossplane-contrib/terraform-runtime/pkg/client"
	"github.com/crossplane-contrib/terraform-runtime/pkg/plugin"
	"github.com/crossplane/crossplane-runtime/pkg/logging"
	"github.com/crossplane/crossplane-runtime/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/pkg/resource"
	ctrl "sigs.k8s.io/controller-runtime"
	kubeclient "sigs.k8s.io/controller-runtime/pkg/client"
)

// A Connector connects a reconciler to a provider of the pool.
type Connector struct {
	KubeClient  kubeclient.Client
	PluginIndex *plugin.Index
	Logger      logging.Logger
	Pool        *client.ProviderPool
}

// Connect is where a provider is borrowed.
func (c *Connector) Connect(context.Context, resource.Managed) (managed.ExternalClient, error) {
	return nil, errors.New("no plugin is started here")
}

// StartTerraformManager runs the controllers of an index.
func StartTerraformManager(idx *plugin.Index, init *plugin.ProviderInit, opts ctrl.Options, ropts *client.RuntimeOptions, log logging.Logger) error {
	return errors.New("nothing is started here")
}
