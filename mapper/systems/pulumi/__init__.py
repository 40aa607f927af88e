"""Pulumi: resource types authored once in a Go subset become a TypeScript package and the stubs of a provider."""
