// Package pad keeps what only some providers import in the requirements of the module.
package pad

import (
	_ "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)
