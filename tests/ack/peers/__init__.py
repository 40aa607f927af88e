"""What takes over from here: controller-gen, the Go compiler, and the rules of a cluster for definitions."""
