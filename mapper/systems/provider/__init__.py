"""The system *provider*: reads the schema of a built Terraform provider, as JSON or from its process."""
