"""Emitters of TypeScript packages."""
