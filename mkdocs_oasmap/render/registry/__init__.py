"""Renders the pages of a provider as files for Terraform's registry."""
