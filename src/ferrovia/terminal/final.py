"""The end of a game: the winner, and where every point of every player comes from."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ferrovia.game.scores import Score, TicketScore
from ferrovia.language.catalogue import catalogue
from ferrovia.language.formats import listed
from ferrovia.language.names import place_name, ticket_name, vehicle_of
from ferrovia.terminal.paint import Paint
from ferrovia.terminal.show import cities_along, signed

if TYPE_CHECKING:
    from ferrovia.game.game import Game
    from ferrovia.rules.resolved import Rules


def final_text(game: "Game", paint: Paint, names: dict[int, str], you: int | None) -> str:
    """The winner, then every score sheet, best first."""
    lines = [paint.strong(verdict(game.winners, names, you, paint.language))]
    for score in sorted(game.scores(), key=lambda score: score.place):
        lines += ["", *score_lines(game.rules, paint, score, names)]
    return "\n".join(lines)


def verdict(winners: Sequence[int], names: dict[int, str], you: int | None, language: str = "en") -> str:
    """The winner in one sentence."""
    texts, others = catalogue(language), [names[seat] for seat in winners if seat != you]
    if you in winners:
        return texts.say("terminal.you-share", names=listed(others, language)) if others else texts.say("final.you-win")
    return texts.say("terminal.wins", names=listed(others, language), count=len(others))


def score_lines(rules: "Rules", paint: Paint, score: Score, names: dict[int, str]) -> list[str]:
    """The score sheet of one player."""
    texts = catalogue(paint.language)
    total = paint.strong(texts.say("final.points", points=score.total))
    lines = [f"{score.place}. {paint.seat(score.seat, names[score.seat])}: {total}"]
    lines.append(f"  {score.routes:>4}  {texts.say('final.routes')}")
    lines += [ticket_line(rules, paint, ticket) for ticket in score.ticket_scores]
    if rules.rule_set.longest_path_points:
        lines.append(f"  {score.longest_path:>4}  {texts.say('final.longest-path')}: {path_words(rules, paint, score)}")
    if rules.rule_set.attraction_points:
        cities = [place_name(rules, city, paint.language) for city in score.attraction_cities]
        reached = ", ".join(cities) or texts.say("text.no-cards")
        lines.append(f"  {score.attractions:>4}  {texts.say('final.attractions')}: {reached}")
    return lines


def ticket_line(rules: "Rules", paint: Paint, ticket: TicketScore) -> str:
    """One ticket, completed or lost; with several targets, the one that was reached."""
    mark = paint.done if ticket.completed else paint.lost
    reached = ticket.target if "+" in ticket.ticket else None
    place = f" → {place_name(rules, reached, paint.language)}" if reached else ""
    return f"  {signed(ticket.points):>4}  {mark} {ticket_name(rules, ticket.ticket, paint.language)}{place}"


def path_words(rules: "Rules", paint: Paint, score: Score) -> str:
    """`17 trains, Denver – Omaha – Chicago`: the cities in walking order."""
    say = catalogue(paint.language).say
    length = say("terminal.train-count", count=score.trail_length, vehicle=vehicle_of(rules))
    return f"{length}, {' – '.join(cities_along(rules, score.trail, paint.language))}" if score.trail else length
