"""Adds proposed settings to a generator config, for `oasmap init` and `oasmap settle`.

fixes       the fixes of diagnostics as data, and the fixes of one round
plan        what is added to configs, with a comment on each entry
edit        new entries in the text of a YAML file, whose other lines are kept
rounds      mapping and editing, until no diagnostic can be fixed
"""
