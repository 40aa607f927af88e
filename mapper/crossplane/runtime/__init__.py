"""Reconciles custom resources through the processes of Terraform providers: client, plugin, api and controller.

Only `oasmap operator` and `oasmap plan` import it. What generates and documents has no use for it, and must never load
the overlays that a config names: they are code.
"""
