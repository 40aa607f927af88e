"""What a provider itself says about its pages: asked once, recorded, and applied."""
