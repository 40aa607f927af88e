"""What all tests share."""

from hypothesis import HealthCheck, settings

# no test fails for being slow on a busy machine
settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")
