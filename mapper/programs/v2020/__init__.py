"""The profile `v2020`: Go code and definitions as the first generator of 2020 wrote them."""
