"""From page views to HTML and Markdown."""
