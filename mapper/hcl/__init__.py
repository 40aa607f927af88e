"""Terraform's language: example configurations of anything that has attributes and blocks."""
