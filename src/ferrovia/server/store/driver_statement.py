"""Statements that are compiled once and run through the driver: SQLAlchemy alone takes longer than the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import Insert, Update


def as_database_error(connection: Connection, text: str, error: Exception) -> BaseException:
    """The error of a driver as SQLAlchemy would have raised it; without values, which may be secret."""
    base: Any = connection.dialect.loaded_dbapi.Error
    return DBAPIError.instance(text, None, error, base, hide_parameters=True, dialect=connection.dialect)


class DriverStatement:
    """A statement for every move. Its values must be of types that the drivers know."""

    def __init__(self, statement: Insert | Update, columns: Sequence[str] | None = None) -> None:
        self.statement, self.columns = statement, columns
        self.compiled: dict[str, tuple[str, list[str] | None]] = {}
        """By database: the text, and the order of its values where they have no names."""

    def execute(self, connection: Connection, values: dict[str, Any]) -> int:
        """Run it; return how many rows it changed."""
        text, order = self._text(connection)
        parameters = values if order is None else tuple(values[name] for name in order)
        driver: Any = connection.connection.driver_connection  # through SQLAlchemy this takes three times as long
        try:
            return int(driver.execute(text, parameters).rowcount)
        except Exception as error:
            raise as_database_error(connection, text, error) from error

    def commit_all(self, connection: Connection, values: Sequence[dict[str, Any]]) -> list[int]:
        """Run it on PostgreSQL with each of these values, and commit, all or none; return how many rows each changed.
        What is sent together is a transaction even without BEGIN and COMMIT, which would be journeys of their own."""
        text, _ = self._text(connection)
        driver: Any = connection.connection.driver_connection
        try:
            driver.autocommit = True
            if len(values) == 1:
                counts = [int(driver.execute(text, values[0]).rowcount)]
            else:
                cursor = driver.cursor()
                cursor.executemany(text, values, returning=True)  # returns once all are committed
                counts = [int(result.rowcount) for result in cursor.results()]
            driver.autocommit = False
            return counts
        except Exception as error:  # the connection is not used again
            raise as_database_error(connection, text, error) from error

    def _text(self, connection: Connection) -> tuple[str, list[str] | None]:
        return self.compiled.get(connection.dialect.name) or self._compile(connection)

    def _compile(self, connection: Connection) -> tuple[str, list[str] | None]:
        made = self.statement.compile(dialect=connection.dialect, column_keys=self.columns)
        compiled = (str(made), list(made.positiontup) if made.positiontup else None)
        self.compiled[connection.dialect.name] = compiled
        return compiled
