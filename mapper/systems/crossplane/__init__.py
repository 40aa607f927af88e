"""Crossplane providers made from the schema of a Terraform provider."""
