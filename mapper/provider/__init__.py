"""The schema of a built Terraform provider, as JSON or asked from its process -> what it has, and the same as text."""
