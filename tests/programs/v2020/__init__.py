"""The profile `v2020`."""
