"""What is said about an input: rules, notes, diagnostics, and fixes of their causes."""
