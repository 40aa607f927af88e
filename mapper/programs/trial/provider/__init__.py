"""A provider without code of its own: schemas from the code spec, calls from the sidecar and the generator config.

It uses nothing but artifacts. Where it needs a guess, the artifacts are incomplete, and that is a finding.
"""
