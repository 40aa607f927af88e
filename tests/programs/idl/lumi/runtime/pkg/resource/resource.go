// Package resource declares what the stubs of 2017 need of it, and does nothing.
package resource

type (
	ID          string
	Asset       struct{}
	Archive     struct{}
	PropertyMap map[string]any
	ObjectDiff  struct{}
)

func (PropertyMap) Diff(PropertyMap) *ObjectDiff          { return nil }
func (PropertyMap) Mappable() map[string]any              { return nil }
func (*ObjectDiff) Changed(property string) bool          { return false }
func NewPropertyMap(obj any) PropertyMap                  { return nil }
func NewPropertyError(kind, name string, err error) error { return err }
func NewErrors(errs []error) error                        { return nil }
