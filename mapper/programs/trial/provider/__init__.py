"""A provider without code of its own: schemas from the code spec, calls from the sidecar and the generator config.

It uses nothing but artifacts: a guess would hide that they are incomplete.
"""
