"""Terraform's plugin protocol: the schema of a built provider, its values, and a conversation with its process.

What reads and writes schemas as JSON needs no library: `schema`, `schema_json`, `schema_text`, `cty_types`, `values`,
`json_codec`. What talks to a provider needs the extra `provider` (grpcio, protobuf, msgpack).
"""
