"""A test that imports modules anew leaves those that later tests find."""

import importlib
import sys

import pytest

from mapper.programs.trial import core

from .modules import forget_modules


def test_a_module_is_new_during_a_test_and_the_old_one_after_it() -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        forget_modules(monkeypatch, "mapper.programs.trial", missing=["colorsys"])
        assert importlib.import_module("mapper.programs.trial.core") is not core
        with pytest.raises(ImportError):
            importlib.import_module("colorsys")
    assert sys.modules["mapper.programs.trial.core"] is core
    assert sys.modules["mapper"].programs.trial.core is core
