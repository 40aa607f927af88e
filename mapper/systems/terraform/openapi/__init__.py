"""The operations of an OpenAPI description: their parameters, request bodies and responses."""
