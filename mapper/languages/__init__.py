"""What systems share of other languages and protocols."""
