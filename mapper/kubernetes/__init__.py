"""What all custom resources share: the text of their definitions, and example manifests."""
