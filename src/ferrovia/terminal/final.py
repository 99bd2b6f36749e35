"""The end of a game: every point of every player, with where it comes from."""

from typing import TYPE_CHECKING

from ferrovia.game.scores import Score, TicketScore
from ferrovia.language.names import place_name, ticket_name
from ferrovia.terminal.paint import Paint
from ferrovia.terminal.tell import counted
from ferrovia.terminal.walks import walk

if TYPE_CHECKING:
    from ferrovia.game.game import Game
    from ferrovia.rules.resolved import Rules


def final_text(game: "Game", paint: Paint, names: dict[int, str], you: int | None) -> str:
    """Who won, then every score sheet, the best first."""
    sheets = sorted(game.scores(), key=lambda score: score.place)
    lines = [paint.strong(verdict(game, names, you))]
    for score in sheets:
        lines += ["", *sheet_lines(game.rules, paint, score, names)]
    return "\n".join(lines)


def verdict(game: "Game", names: dict[int, str], you: int | None) -> str:
    """One sentence."""
    others = " and ".join(names[seat] for seat in game.winners if seat != you)
    if you in game.winners:
        return f"You share the win with {others}." if others else "You win!"
    return f"{others} {'wins' if len(game.winners) == 1 else 'win'}."


def sheet_lines(rules: "Rules", paint: Paint, score: Score, names: dict[int, str]) -> list[str]:
    """The sheet of one player."""
    total = counted(score.total, "point").replace(str(score.total), paint.strong(str(score.total)))
    lines = [f"{score.place}. {paint.seat(score.seat, names[score.seat])}: {total}"]
    lines.append(f"  {score.routes:>4}  routes")
    lines += [ticket_line(rules, paint, ticket) for ticket in score.ticket_scores]
    if rules.rule_set.longest_path_points:
        lines.append(f"  {score.longest_path:>4}  longest path: {trail_words(rules, score)}")
    if rules.rule_set.attraction_points:
        reached = ", ".join(place_name(rules, city) for city in score.attraction_cities) or "none"
        lines.append(f"  {score.attractions:>4}  attractions: {reached}")
    return lines


def ticket_line(rules: "Rules", paint: Paint, ticket: TicketScore) -> str:
    """One ticket, made or lost."""
    mark = paint.done if ticket.completed else paint.lost
    place = f" to {place_name(rules, ticket.target)}" if ticket.target and "+" in ticket.ticket else ""
    return f"  {ticket.points:>+4}  {mark} {ticket_name(rules, ticket.ticket)}{place}"


def trail_words(rules: "Rules", score: Score) -> str:
    """`17 trains, Denver – Omaha – Chicago`: the cities in walking order."""
    length = counted(score.trail_length, str(rules.rule_set.vehicle))
    return f"{length}, {' – '.join(walk(rules, score.trail))}" if score.trail else length
