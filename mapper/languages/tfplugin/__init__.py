"""Terraform's plugin protocol: the schema of a built provider, its values, and calls of its process.

Reading and writing schemas as JSON needs no library: `schema`, `schema_json`, `schema_text`, `cty_types`, `values`.
Calling a provider needs the extra `provider` (grpcio, protobuf, msgpack).
"""
