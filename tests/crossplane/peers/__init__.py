"""What takes over from here: controller-gen, the compiler of Go, and a real server of the API of Kubernetes."""
