"""Pages of a provider -> the files that Terraform's registry shows."""
