"""Resource types in a part of Go: how they are read and mapped, and the packages written from them."""
