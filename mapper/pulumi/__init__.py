"""Pulumi."""
