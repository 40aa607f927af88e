// Package lumirpc declares the service of providers of 2017.
package lumirpc

import (
	"context"

	"github.com/golang/protobuf/ptypes/empty"
	structpb "github.com/golang/protobuf/ptypes/struct"
)

type message struct{}

func (message) GetType() string                 { return "" }
func (message) GetId() string                   { return "" }
func (message) GetUnknowns() map[string]bool    { return nil }
func (message) GetProperties() *structpb.Struct { return nil }
func (message) GetOlds() *structpb.Struct       { return nil }
func (message) GetNews() *structpb.Struct       { return nil }

type (
	CheckRequest          struct{ message }
	CheckResponse         struct{}
	NameRequest           struct{ message }
	NameResponse          struct{ Name string }
	CreateRequest         struct{ message }
	CreateResponse        struct{ Id string }
	GetRequest            struct{ message }
	GetResponse           struct{ Properties *structpb.Struct }
	InspectChangeRequest  struct{ message }
	InspectChangeResponse struct{ Replaces []string }
	UpdateRequest         struct{ message }
	DeleteRequest         struct{ message }
)

type ResourceProviderServer interface {
	Check(context.Context, *CheckRequest) (*CheckResponse, error)
	Name(context.Context, *NameRequest) (*NameResponse, error)
	Create(context.Context, *CreateRequest) (*CreateResponse, error)
	Get(context.Context, *GetRequest) (*GetResponse, error)
	InspectChange(context.Context, *InspectChangeRequest) (*InspectChangeResponse, error)
	Update(context.Context, *UpdateRequest) (*empty.Empty, error)
	Delete(context.Context, *DeleteRequest) (*empty.Empty, error)
}
