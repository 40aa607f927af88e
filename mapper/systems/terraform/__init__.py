"""OpenAPI and a generator config -> Terraform's Provider Code Specification."""
