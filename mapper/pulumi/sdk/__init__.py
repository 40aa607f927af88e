"""A package schema -> a TypeScript package over `@pulumi/pulumi` 3."""
