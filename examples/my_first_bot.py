"""A complete bot: `ferrovia arena examples/my_first_bot.py random`. docs/bots.md explains what it can see and do."""

import ferrovia
from ferrovia import Claim, Draw, Keep, Move, Take, View


class MyFirstBot(ferrovia.Bot):
    """Claims what its tickets still need, then the longest routes; draws the colours for that."""

    def choose(self, view: View, moves: list[Move]) -> Move:
        """Return one of the legal moves."""
        missing = {route for ticket in view.ticket_progress() for route in ticket.routes}
        if keeps := [move for move in moves if isinstance(move, Keep)]:
            trains = {ticket.ticket: ticket.trains for ticket in view.offer_progress()}
            return min(keeps, key=lambda keep: sum(trains[ticket] for ticket in keep.tickets))
        claims = [move for move in moves if isinstance(move, Claim) and (move.route in missing or not missing)]
        if claims:
            self.reason = "a route my tickets need" if missing else "my tickets are made: now for length"
            return max(claims, key=lambda claim: (self.length(claim.route), -dict(claim.cards).get("locomotive", 0)))
        colours = {self.rules.map.routes[self.rules.route_index[route]].colour for route in missing}
        takes = [move for move in moves if isinstance(move, Take) and move.card in colours]
        return self.random.choice(takes or [move for move in moves if move == Draw()] or moves)

    def length(self, route: str) -> int:
        """The number of spaces of a route."""
        return self.rules.map.routes[self.rules.route_index[route]].length
