"""What tests of the schema need."""

import pytest

from .code_spec_schema import validator


@pytest.fixture(scope="session")
def schema() -> None:
    """The JSON schema of the Provider Code Specification; without it the test is skipped."""
    if validator() is None:
        pytest.skip("the schema is in a Go module")
