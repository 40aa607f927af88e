"""Reconciles custom resources through the processes of Terraform providers.

Only `oasmap operator` and `oasmap plan` import this package. Generators and pages do not need it, and must never load
the overlays that a config names, because overlays are code.
"""
