"""Seeded small inputs for the product and for a program of others that does the same. What differs is explained."""
