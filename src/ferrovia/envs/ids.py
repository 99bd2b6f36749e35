"""Registration with Gymnasium: one id for each built-in rule set. Nothing heavy is imported until an id is made."""

from typing import Final

from ferrovia.rules.files.loading import built_in_rules

NAMESPACE: Final = "ferrovia"
VERSION: Final = 0
"""Raised when observations, actions, rewards or the course of a game change; not for refactoring."""


def gymnasium_id(rules: str) -> str:
    """`ferrovia/NewYork-v0` for `new-york`."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in rules.split('-'))}-v{VERSION}"


def register_gymnasium() -> None:
    """Register every id that is not registered yet."""
    from gymnasium.envs.registration import register, registry

    for rules in built_in_rules():
        if gymnasium_id(rules) not in registry:
            register(
                gymnasium_id(rules),
                entry_point="ferrovia.envs.gymnasium_env:FerroviaEnv",
                vector_entry_point="ferrovia.envs.gymnasium_vector:FerroviaVectorEnv",
                kwargs={"rules": rules},
            )
