"""Pulumi's package schemas: read into a mapping, checked, and written."""
