// Package cty stands in for the package that takes Go values out of Terraform's.
package cty

import "github.com/zclconf/go-cty/cty"

// ValueAsString is a text.
func ValueAsString(value cty.Value) string { return value.AsString() }

// ValueAsBool is true or false.
func ValueAsBool(value cty.Value) bool { return value.True() }

// ValueAsInt64 is a whole number.
func ValueAsInt64(value cty.Value) int64 {
	number, _ := value.AsBigFloat().Int64()
	return number
}

// ValueAsList has the elements of a list.
func ValueAsList(value cty.Value) []cty.Value { return value.AsValueSlice() }

// ValueAsSet has the elements of a set.
func ValueAsSet(value cty.Value) []cty.Value { return value.AsValueSet().Values() }
