"""What the config changes after the merge: aliases, policies, overrides, replacement; and what the Go generator would refuse."""
