"""The rules a server offers: the built-in ones, and the host's files."""

from collections.abc import Iterable

from ferrovia.errors import ServerError
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.lessons import lesson_rules
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import TableRow


class RulesLibrary:
    """Rules by id: those on offer, and those of lessons. Clients name ids; no client can name a file."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self.rules = {name: load_rules(name) for name in built_in_rules()}
        self.others = lesson_rules()
        """Rules that are not listed: lessons are played by them."""
        for file in files:
            rules = load_rules(file)
            if rules.id in self.rules or rules.id in self.others:
                raise ServerError(f"{file}: rules called {rules.id!r} already exist; give them another id")
            self.rules[rules.id] = rules

    @property
    def all(self) -> list[Rules]:
        """The offered rules, then those of lessons."""
        return [*self.rules.values(), *self.others.values()]

    def find(self, name: str) -> Rules:
        """The rules with this id."""
        rules = self.rules.get(name) or self.others.get(name)
        if rules is None:
            raise RequestRefused("no-such-rules", rules=name)
        return rules

    def of(self, row: TableRow) -> Rules:
        """The rules a table was started with, if they are still the same."""
        rules = self.find(row.rules)
        if rules.hash != row.rules_hash:
            raise RequestRefused("other-rules", rules=row.rules, begun=row.rules_hash, here=rules.hash)
        return rules
