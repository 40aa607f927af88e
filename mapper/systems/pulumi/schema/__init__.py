"""Pulumi package schemas: reading, checking and writing them."""
