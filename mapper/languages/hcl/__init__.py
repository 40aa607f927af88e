"""Terraform's language: example configurations of entities with attributes and blocks."""
