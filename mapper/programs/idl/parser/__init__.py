"""The IDL: a folder of Go files with types and constants, read into a `Program`."""
