"""The pages of Terraform's registry, and tfplugindocs, which judges them."""
