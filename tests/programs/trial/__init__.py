"""Resources are tried out before there is a provider."""
