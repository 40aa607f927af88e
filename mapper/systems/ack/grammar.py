"""Every key of a generator.yaml: the form of its value, and whether it affects the types.

Keys that do not (`steers=True`) configure the controller's code: hooks, comparisons, exceptions and the like. They are
accepted and listed, and change nothing in the output.
"""

from __future__ import annotations

from msgspec.structs import replace

from mapper.inputs.grammar import INTEGER, KEYS, LIST, MAP, TEXT, TEXTS, Grammar, Kind, Value

from .rules import OLDER_KEY, UNKNOWN_KEY
from .truth import WORDS, truth

_TRUTH = Kind("true or false is expected", lambda node: truth(node) is not None, {"enum": [True, False, *WORDS, None]})


def _keys(**keys: Value) -> Value:
    return Value(KEYS, keys)


def _with_older(value: Value, **older: tuple[Value, str]) -> Value:
    """A mapping with its former keys, each with its meaning."""
    former = {key: replace(kind, older=f"is a key of an older ACK: {text}") for key, (kind, text) in older.items()}
    return replace(value, keys={**value.keys, **former})


def _list(each: Value) -> Value:
    return Value(LIST, each=each)


def _map(each: Value) -> Value:
    return Value(MAP, each=each)


def _code(value: Value) -> Value:
    """A value that only affects the controller's code."""
    return replace(value, steers=True)


_TEXT, _BOOL, _INT = (Value(kind) for kind in (TEXT, _TRUTH, INTEGER))
_TEXTS = Value(TEXTS, each=_TEXT)

_REFERENCES = _keys(
    service_name=_TEXT, resource=_TEXT, path=_TEXT, skip_resource_state_validations=_code(_BOOL)
)  # fmt: skip
FIELD = _with_older(
    _keys(
        is_attribute=_BOOL,
        is_read_only=_BOOL,
        is_required=_BOOL,
        is_immutable=_BOOL,
        is_secret=_BOOL,
        is_arn=_BOOL,
        is_primary_key=_code(_BOOL),
        is_owner_account_id=_code(_BOOL),
        is_document=_code(_BOOL),
        is_iam_policy=_code(_BOOL),
        late_initialize=_keys(min_backoff_seconds=_INT, max_backoff_seconds=_INT, skip_incomplete_check=_keys()),
        type=_TEXT,
        go_tag=_TEXT,
        custom_field=_keys(list_of=_TEXT, map_of=_TEXT),
        references=_REFERENCES,
        print=_keys(name=_TEXT, index=_INT, priority=_INT),
        compare=_code(_keys(is_ignored=_BOOL, nil_equals_zero_value=_BOOL, pre_delete_include=_BOOL)),
        custom_sync=_code(_keys(method=_TEXT)),
        set=_code(_list(_keys(method=_TEXT, to=_TEXT, ignore=_TEXT, **{"from": _TEXT}))),
        **{"from": _keys(operation=_TEXT, path=_TEXT)},
    ),
    contains_owner_account_id=(_BOOL, "it is what `is_owner_account_id` is today"),
    is_name=(_BOOL, "it is what `is_primary_key` is today"),
    is_printable=(_BOOL, "it makes a column of `kubectl get`, as `print` does today"),
    referenced_type=(_code(_TEXT), "it made nothing of its own; `references` is what names another resource today"),
)
_COLUMN = _keys(name=_TEXT, json_path=_TEXT, type=_TEXT, priority=_INT, index=_INT)
_RENAMES = _map(_keys(input_fields=_map(_TEXT), output_fields=_map(_TEXT)))
_CUSTOM_METHOD = _keys(custom_method_name=_TEXT)
_CONDITIONS = _list(_keys(path=_TEXT, **{"in": _TEXTS}))
_GUARD = _keys(when=_CONDITIONS, requeue_after_seconds=_INT)
_ERROR = _keys(code=_TEXT, message_prefix=_TEXT, message_suffix=_TEXT)
RESOURCE = _keys(
    fields=_map(FIELD),
    renames=_keys(operations=_RENAMES),
    print=_keys(add_age_column=_BOOL, add_synced_column=_BOOL, order_by=_TEXT, additional_columns=_list(_COLUMN)),
    shortNames=_TEXTS,
    api_versions=_list(_keys(name=_TEXT, served=_BOOL, storage=_BOOL)),
    is_arn_primary_key=_code(_BOOL),
    ignore_idempotency_token=_BOOL,
    unpack_attributes_map=_with_older(
        _keys(
            set_attributes_single_attribute=_code(_BOOL),
            get_attributes_input=_code(_keys(overrides=_map(_keys(values=_TEXTS)))),
        ),
        fields=(_map(FIELD), "it is what `fields` of the resource with `is_attribute` is today"),
    ),
    compare=_code(_keys(ignore=_TEXTS)),
    delete_operation=_code(_CUSTOM_METHOD),
    deletable=_code(_GUARD),
    exceptions=_code(_keys(errors=_map(_ERROR), terminal_codes=_TEXTS)),
    find_operation=_code(_CUSTOM_METHOD),
    hooks=_code(_map(_keys(code=_TEXT, template_path=_TEXT))),
    is_adoptable=_code(_BOOL),
    list_operation=_code(_keys(match_fields=_TEXTS)),
    pre_delete_sync=_code(_keys(compare_all=_BOOL)),
    reconcile=_code(_keys(requeue_on_success_seconds=_INT)),
    synced=_code(_keys(when=_CONDITIONS)),
    tags=_code(_keys(ignore=_BOOL, path=_TEXT, key_name=_TEXT, value_name=_TEXT)),
    updateable=_code(_GUARD),
    update_conditions_custom_method_name=_code(_TEXT),
    update_operation=_code(
        _keys(custom_method_name=_TEXT, omit_unchanged_fields=_BOOL, only_set_unchanged_fields=_BOOL)
    ),
)
_OPERATION = _with_older(
    _keys(
        resource_name=_TEXTS,
        operation_type=_TEXTS,
        output_wrapper_field_path=_TEXT,
        input_wrapper_field_path=_TEXT,
        custom_check_required_fields_missing_method=_code(_TEXT),
        custom_implementation=_code(_TEXT),
        override_values=_code(_map(_TEXT)),
        set_output_custom_method_name=_code(_TEXT),
    ),
    primary_identifier_field_name=(
        _code(_TEXT),
        "it tells the code of the controller which field identifies the resource, as `is_primary_key` does",
    ),
)
GENERATOR = _with_older(
    _keys(
        resources=_map(RESOURCE),
        operations=_map(_OPERATION),
        ignore=_keys(resource_names=_TEXTS, operations=_TEXTS, shape_names=_TEXTS, field_paths=_TEXTS),
        empty_shapes=_TEXTS,
        custom_shapes=_map(_map(_TEXT)),
        controller_name=_TEXT,
        sdk_names=_code(_keys(model_name=_TEXT, package_name=_TEXT, client_interface=_TEXT, client_struct=_TEXT)),
        prefix_config=_code(_keys(spec_field=_TEXT, status_field=_TEXT)),
        include_ack_metadata=_code(_BOOL),
        set_many_output_notfound_err_return=_code(_TEXT),
    ),
    model_name=(_code(_TEXT), "it names the model of the SDK, as `sdk_names.model_name` does"),
)
"""The keys of generator.yaml."""
GENERATOR_FILE = Grammar(GENERATOR, UNKNOWN_KEY, OLDER_KEY)

_TEXT_FIELD = _keys(append=_TEXT, prepend=_TEXT, override=_TEXT)
DOCUMENTATION_FILE = Grammar(_keys(resources=_map(_keys(note=_TEXT, fields=_map(_TEXT_FIELD)))), UNKNOWN_KEY)
