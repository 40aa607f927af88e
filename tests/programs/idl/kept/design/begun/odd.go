package odd

import (
	"context"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// noneProviderOpsImpl does the work for resources of the type None.
type noneProviderOpsImpl struct{}

// NewNoneOps returns what does the work for resources of the type None.
func NewNoneOps() NoneProviderOps {
	return &noneProviderOpsImpl{}
}

// Check says what is wrong with a property, or with the object as a whole where property is empty.
func (*noneProviderOpsImpl) Check(context.Context, *none, string) error {
	return nil
}

// Name says what an object is called.
func (*noneProviderOpsImpl) Name(context.Context, *none) (string, error) {
	return "", nil
}

// Create creates an object, sets what the provider computes in obj, and says its identity.
func (*noneProviderOpsImpl) Create(_ context.Context, _ *none) (resource.ID, error) {
	return "", errors.New("creating a None is not written yet")
}

// Get reads an object; nil if there is none any more.
func (*noneProviderOpsImpl) Get(_ context.Context, _ resource.ID) (*none, error) {
	return nil, errors.New("reading a None is not written yet")
}

// InspectChange says which more of the changed properties replace the object.
func (*noneProviderOpsImpl) InspectChange(
	_ context.Context, _ resource.ID, _, _ *none, _ *resource.ObjectDiff,
) ([]string, error) {
	return nil, nil
}

// Update changes an object in place, and sets what the provider computes in new.
func (*noneProviderOpsImpl) Update(_ context.Context, _ resource.ID, _, _ *none, _ *resource.ObjectDiff) error {
	return errors.New("updating a None is not written yet")
}

// Delete deletes an object.
func (*noneProviderOpsImpl) Delete(_ context.Context, _ resource.ID) error {
	return errors.New("deleting a None is not written yet")
}

// outProviderOpsImpl does the work for resources of the type Out.
type outProviderOpsImpl struct{}

// NewOutOps returns what does the work for resources of the type Out.
func NewOutOps() OutProviderOps {
	return &outProviderOpsImpl{}
}

// Check says what is wrong with a property, or with the object as a whole where property is empty.
func (*outProviderOpsImpl) Check(context.Context, *out, string) error {
	return nil
}

// Create creates an object, sets what the provider computes in obj, and says its identity.
func (*outProviderOpsImpl) Create(_ context.Context, _ *out) (resource.ID, error) {
	return "", errors.New("creating a Out is not written yet")
}

// Get reads an object; nil if there is none any more.
func (*outProviderOpsImpl) Get(_ context.Context, _ resource.ID) (*out, error) {
	return nil, errors.New("reading a Out is not written yet")
}

// InspectChange says which more of the changed properties replace the object.
func (*outProviderOpsImpl) InspectChange(
	_ context.Context, _ resource.ID, _, _ *out, _ *resource.ObjectDiff,
) ([]string, error) {
	return nil, nil
}

// Update changes an object in place, and sets what the provider computes in new.
func (*outProviderOpsImpl) Update(_ context.Context, _ resource.ID, _, _ *out, _ *resource.ObjectDiff) error {
	return errors.New("updating a Out is not written yet")
}

// Delete deletes an object.
func (*outProviderOpsImpl) Delete(_ context.Context, _ resource.ID) error {
	return errors.New("deleting a Out is not written yet")
}

// optProviderOpsImpl does the work for resources of the type Opt.
type optProviderOpsImpl struct{}

// NewOptOps returns what does the work for resources of the type Opt.
func NewOptOps() OptProviderOps {
	return &optProviderOpsImpl{}
}

// Check says what is wrong with a property, or with the object as a whole where property is empty.
func (*optProviderOpsImpl) Check(context.Context, *opt, string) error {
	return nil
}

// Name says what an object is called.
func (*optProviderOpsImpl) Name(context.Context, *opt) (string, error) {
	return "", nil
}

// Create creates an object, sets what the provider computes in obj, and says its identity.
func (*optProviderOpsImpl) Create(_ context.Context, _ *opt) (resource.ID, error) {
	return "", errors.New("creating a Opt is not written yet")
}

// Get reads an object; nil if there is none any more.
func (*optProviderOpsImpl) Get(_ context.Context, _ resource.ID) (*opt, error) {
	return nil, errors.New("reading a Opt is not written yet")
}

// InspectChange says which more of the changed properties replace the object.
func (*optProviderOpsImpl) InspectChange(
	_ context.Context, _ resource.ID, _, _ *opt, _ *resource.ObjectDiff,
) ([]string, error) {
	return nil, nil
}

// Update changes an object in place, and sets what the provider computes in new.
func (*optProviderOpsImpl) Update(_ context.Context, _ resource.ID, _, _ *opt, _ *resource.ObjectDiff) error {
	return errors.New("updating a Opt is not written yet")
}

// Delete deletes an object.
func (*optProviderOpsImpl) Delete(_ context.Context, _ resource.ID) error {
	return errors.New("deleting a Opt is not written yet")
}

// req_ProviderOpsImpl does the work for resources of the type Req.
type req_ProviderOpsImpl struct{}

// NewReqOps returns what does the work for resources of the type Req.
func NewReqOps() ReqProviderOps {
	return &req_ProviderOpsImpl{}
}

// Check says what is wrong with a property, or with the object as a whole where property is empty.
func (*req_ProviderOpsImpl) Check(context.Context, *req_, string) error {
	return nil
}

// Create creates an object, sets what the provider computes in obj, and says its identity.
func (*req_ProviderOpsImpl) Create(_ context.Context, _ *req_) (resource.ID, error) {
	return "", errors.New("creating a Req is not written yet")
}

// Get reads an object; nil if there is none any more.
func (*req_ProviderOpsImpl) Get(_ context.Context, _ resource.ID) (*req_, error) {
	return nil, errors.New("reading a Req is not written yet")
}

// InspectChange says which more of the changed properties replace the object.
func (*req_ProviderOpsImpl) InspectChange(
	_ context.Context, _ resource.ID, _, _ *req_, _ *resource.ObjectDiff,
) ([]string, error) {
	return nil, nil
}

// Update changes an object in place, and sets what the provider computes in new.
func (*req_ProviderOpsImpl) Update(_ context.Context, _ resource.ID, _, _ *req_, _ *resource.ObjectDiff) error {
	return errors.New("updating a Req is not written yet")
}

// Delete deletes an object.
func (*req_ProviderOpsImpl) Delete(_ context.Context, _ resource.ID) error {
	return errors.New("deleting a Req is not written yet")
}
