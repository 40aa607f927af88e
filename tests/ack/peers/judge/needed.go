//go:build needed

// What the packages that are judged import, so that go.sum has it.
package main

import (
	_ "github.com/aws-controllers-k8s/runtime/apis/core/v1alpha1"
	_ "k8s.io/api/core/v1"
	_ "sigs.k8s.io/controller-runtime/pkg/scheme"
)
