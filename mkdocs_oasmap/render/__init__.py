"""Renders views of pages as HTML and Markdown."""
