"""Processes of Terraform providers: how one is started, and what it is asked."""
