"""The Provider Code Specification: its writer, its reader, and example configurations."""
