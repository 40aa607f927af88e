"""What the config changes after the merge, and checks for what the Go generator would refuse."""
