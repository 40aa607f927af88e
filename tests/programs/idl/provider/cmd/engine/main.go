// A stand-in for the engine: runs a program, and hands what it registers to a provider through the plugin client.
//
//	engine PROVIDER PROGRAM ARGUMENTS…
//
// The program gets the address of the monitor and of the engine as --monitor and --engine, in place of @. It keeps no
// state and makes no plan: it shows that program, SDK and provider understand each other, and nothing of an update.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

type registered struct {
	Type, Name, ID  string
	Inputs, Outputs any
}

type engine struct {
	pulumirpc.UnimplementedEngineServer
	pulumirpc.UnimplementedResourceMonitorServer
	provider  plugin.Provider
	mutex     sync.Mutex
	root      string
	Resources []registered
	Outputs   any
	Log       []string
}

// The services of both sides have a method Log in the engine alone: it is taken by a type of its own.
type logging struct{ *engine }

func (l logging) Log(_ context.Context, request *pulumirpc.LogRequest) (*emptypb.Empty, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.engine.Log = append(l.engine.Log, request.Message)
	return &emptypb.Empty{}, nil
}

func (e *engine) GetRootResource(
	context.Context, *pulumirpc.GetRootResourceRequest,
) (*pulumirpc.GetRootResourceResponse, error) {
	return &pulumirpc.GetRootResourceResponse{Urn: e.root}, nil
}

func (e *engine) SetRootResource(
	_ context.Context, request *pulumirpc.SetRootResourceRequest,
) (*pulumirpc.SetRootResourceResponse, error) {
	e.root = request.Urn
	return &pulumirpc.SetRootResourceResponse{}, nil
}

func (e *engine) SupportsFeature(
	_ context.Context, request *pulumirpc.SupportsFeatureRequest,
) (*pulumirpc.SupportsFeatureResponse, error) {
	return &pulumirpc.SupportsFeatureResponse{HasSupport: request.Id == "resourceReferences"}, nil
}

var options = plugin.MarshalOptions{KeepUnknowns: true, KeepResources: true, SkipNulls: true}

func (e *engine) RegisterResource(
	ctx context.Context, request *pulumirpc.RegisterResourceRequest,
) (*pulumirpc.RegisterResourceResponse, error) {
	name := urn.New("dev", "proj", "", tokens.Type(request.Type), request.Name)
	if !request.Custom {
		return &pulumirpc.RegisterResourceResponse{Urn: string(name), Object: request.Object}, nil
	}
	inputs, err := plugin.UnmarshalProperties(request.Object, options)
	if err != nil {
		return nil, err
	}
	checked, err := e.provider.Check(ctx, plugin.CheckRequest{URN: name, News: inputs, AllowUnknowns: true})
	if err != nil {
		return nil, err
	}
	if len(checked.Failures) > 0 {
		var said []string
		for _, failure := range checked.Failures {
			said = append(said, fmt.Sprintf("%s: %s", failure.Property, failure.Reason))
		}
		return nil, errors.New(strings.Join(said, "; "))
	}
	created, err := e.provider.Create(ctx, plugin.CreateRequest{URN: name, Properties: checked.Properties})
	if err != nil {
		return nil, err
	}
	object, err := e.keep(name, created.ID, checked.Properties, created.Properties)
	return &pulumirpc.RegisterResourceResponse{Urn: string(name), Id: string(created.ID), Object: object}, err
}

func (e *engine) ReadResource(
	ctx context.Context, request *pulumirpc.ReadResourceRequest,
) (*pulumirpc.ReadResourceResponse, error) {
	name, id := urn.New("dev", "proj", "", tokens.Type(request.Type), request.Name), resource.ID(request.Id)
	read, err := e.provider.Read(ctx, plugin.ReadRequest{URN: name, ID: id})
	if err != nil {
		return nil, err
	}
	if read.Outputs == nil {
		return nil, errors.New(request.Id + " does not exist")
	}
	object, err := e.keep(name, id, read.Inputs, read.Outputs)
	return &pulumirpc.ReadResourceResponse{Urn: string(name), Properties: object}, err
}

func (e *engine) keep(name urn.URN, id resource.ID, inputs, outputs resource.PropertyMap) (*structpb.Struct, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.Resources = append(e.Resources, registered{
		string(name.Type()), name.Name(), string(id), inputs.Mappable(), outputs.Mappable(),
	})
	return plugin.MarshalProperties(outputs, options)
}

func (e *engine) RegisterResourceOutputs(
	_ context.Context, request *pulumirpc.RegisterResourceOutputsRequest,
) (*emptypb.Empty, error) {
	e.Outputs = request.Outputs.AsMap()
	return &emptypb.Empty{}, nil
}

func (e *engine) SignalAndWaitForShutdown(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx := context.Background()
	host, err := plugin.NewContext(ctx, nil, nil, nil, nil, ".", nil, false, nil, nil)
	must(err)
	provider, err := plugin.NewProviderFromPath(host.Host, host, "aws", os.Args[1])
	must(err)
	_, err = provider.Configure(ctx, plugin.ConfigureRequest{Inputs: resource.PropertyMap{}})
	must(err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	server, serving := grpc.NewServer(), &engine{provider: provider}
	pulumirpc.RegisterResourceMonitorServer(server, serving)
	pulumirpc.RegisterEngineServer(server, logging{serving})
	go func() { must(server.Serve(listener)) }()
	arguments := os.Args[3:]
	for i, argument := range arguments {
		if argument == "@" {
			arguments[i] = listener.Addr().String()
		}
	}
	program := exec.Command(os.Args[2], arguments...)
	program.Stdout, program.Stderr = os.Stderr, os.Stderr
	err = program.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		log.Fatal(err)
	}
	must(provider.Close())
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"exit": program.ProcessState.ExitCode(), "resources": serving.Resources, "outputs": serving.Outputs,
		"log": serving.Log,
	}))
}
