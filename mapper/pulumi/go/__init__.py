"""Go source text: the stubs of a provider."""
