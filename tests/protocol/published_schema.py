"""Values against the published JSON Schema."""

from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema_rs

from tools import protocol_schema as schema


@cache
def closed_schema() -> dict[str, Any]:
    """The schema, but that nothing may be there that it does not name: clients are to ignore what they do not know,
    tests are not."""
    found = deepcopy(schema.document())
    for each in found["$defs"].values():
        if "properties" in each:
            each["additionalProperties"] = False
    return found


@cache
def validator(name: str) -> Any:
    return jsonschema_rs.Draft202012Validator({**closed_schema(), "$ref": f"#/$defs/{name}"})


def check(name: str, value: Any) -> None:
    """Nothing but what the schema says; of a union, that one which the value says it is."""
    kinds = closed_schema()["$defs"][name].get("discriminator", {}).get("mapping", {})
    exact = kinds[value["message"]].removeprefix(schema.DEFINITIONS) if kinds else name
    for error in validator(exact).iter_errors(value):
        raise AssertionError(f"{exact}: {error.instance_path} {error.message[:300]}")


def fits(name: str, value: Any) -> bool:
    return bool(validator(name).is_valid(value))
