"""Makes Go code of specifications with the Go generator, compiles it, and starts a provider's schemas.

python -m tests.go_code                           # the example site
python -m tests.go_code ../corpus/realworld       # each folder in it with a description and a config
"""
