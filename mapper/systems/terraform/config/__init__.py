"""The generator config: from YAML to typed settings, each with its line for messages."""
