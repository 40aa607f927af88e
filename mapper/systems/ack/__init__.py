"""AWS API models and a generator.yaml -> Kubernetes custom resources for AWS Controllers for Kubernetes (ACK)."""
