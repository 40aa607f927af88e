"""Pulumi: package schemas become pages; resource types in a part of Go become a TypeScript package and stubs."""
