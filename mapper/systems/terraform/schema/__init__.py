"""JSON Schema: references, composition (allOf, oneOf, anyOf), recursion, limits and defaults, brought to one form."""
