"""Go source text: literals, comments, and the regular expressions that Go accepts."""
