"""The profile `v2020`: the Go code and the definitions of providers as the first generator made them, in 2020."""
