package plugin

import (
	structpb "github.com/golang/protobuf/ptypes/struct"
	"github.com/pulumi/lumi/pkg/resource"
	"github.com/pulumi/lumi/sdk/go/pkg/lumirpc"
)

type MarshalOptions struct{ RawResources bool }

func NewCheckResponse(err error) *lumirpc.CheckResponse { return nil }

func MarshalProperties(props resource.PropertyMap, opts MarshalOptions) *structpb.Struct { return nil }

func UnmarshalProperties(bag *structpb.Struct, opts MarshalOptions) resource.PropertyMap { return nil }
