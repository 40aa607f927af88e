"""Whether the resources of a mapping live: created, read, updated in place, imported and destroyed.

`mock` is an API made of its description alone, `provider` is a provider that has no code of its own but takes schemas
and calls from artifacts, and `core` and `terraform` are two hosts of it: Terraform's rules in this process, and
Terraform itself. Mock and provider know nothing of each other.
"""
