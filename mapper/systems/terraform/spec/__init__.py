"""The Provider Code Specification: writer, reader, and example configurations."""
