"""Whether the resources of a mapping live: created, read, updated in place, imported and destroyed.

`mock` is an API made of its description alone. `provider` has no code of its own: its schemas and calls come from
artifacts. Two hosts run it: `core`, with Terraform's rules in this process, and `terraform`, which is Terraform itself.
Mock and provider know nothing of each other.
"""
