"""Go source text: literals, comments, and what its regular expressions accept."""
