"""The two states of a review, and one writer for each format."""
