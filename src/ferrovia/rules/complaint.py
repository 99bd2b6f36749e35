"""What is wrong with a file: one sentence, its place and the remedy."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing to mend. `code` is for programs, the rest for people; `line` counts from 1, None where unknown."""

    file: str
    line: int | None
    place: str
    code: str
    sentence: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.place}: {self.sentence}" if self.place else f"{where}: {self.sentence}"
