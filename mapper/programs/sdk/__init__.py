"""Writes a TypeScript package over `@pulumi/pulumi` 3 from a package schema."""
