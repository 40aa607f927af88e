"""TypeScript packages."""
