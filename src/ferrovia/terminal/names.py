"""What the players are called."""

from ferrovia.bots.specs import BotSpec
from ferrovia.language.names import capitalised


def seat_names(specs: dict[int, BotSpec], you: int | None) -> dict[int, str]:
    """A name for every seat; those of a kind are counted."""
    plain = [spec.name for spec in specs.values()]
    names = {} if you is None else {you: "You"}
    for place, (seat, spec) in enumerate(specs.items()):
        number = f" {plain[: place + 1].count(spec.name)}" * (plain.count(spec.name) > 1)
        names[seat] = capitalised(spec.name) + number
    return dict(sorted(names.items()))


def with_names(sentence: str, names: dict[int, str], you: int | None) -> str:
    """The refusals of the rules speak of seats."""
    for seat, name in names.items():
        sentence = sentence.replace(f"Player {seat + 1} controls", f"{name} controls")
    return sentence
