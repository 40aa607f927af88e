"""What all tests share."""

from hypothesis import settings

# no test fails for being slow on a busy machine
settings.register_profile("project", deadline=None)
settings.load_profile("project")
