"""The JSON Schema of `ferrovia playtest --json`: that of the arena, and the verdict."""

import json
from pathlib import Path
from typing import Any, Final

from ferrovia.arena.playtest.finding import Aspect, Severity

ARENA: Final = Path(__file__).resolve().parent.parent / "docs" / "reference" / "arena.schema.json"
NUMBER: Final = {"type": ["number", "null"]}


def finding() -> dict[str, Any]:
    """One line of a verdict."""
    properties = {
        "topic": {"enum": [str(each) for each in Aspect]},
        "level": {"enum": [str(each) for each in Severity]},
        "code": {"type": "string", "description": "what it is, for programs"},
        "thing": {"type": "string", "description": "what it refers to, for people"},
        "sentence": {"type": "string"},
        "value": NUMBER,
        "interval": {
            "oneOf": [{"type": "null"}, {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}]
        },
        "advice": {"type": "string", "description": "empty: none"},
    }
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}


def schema_text() -> str:
    """The schema as a file."""
    schema = json.loads(ARENA.read_text("utf-8"))
    schema["title"] = "Output of ferrovia playtest --json"
    del schema["properties"]["until"]
    schema["required"].append("verdict")
    properties = {"warnings": {"type": "integer", "minimum": 0}, "findings": {"type": "array", "items": finding()}}
    schema["properties"]["verdict"] = {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }
    return json.dumps(schema, indent=2) + "\n"
