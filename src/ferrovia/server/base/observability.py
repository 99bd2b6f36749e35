"""Observability: metrics for Prometheus, and logs. Neither ever contains a token, a hand or a seed."""

import json
import logging
import sys
import time
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
MINUTE: Final = 60.0
MOST_KINDS: Final = 1000
KIND_LETTERS: Final = 60
ALWAYS_LOGGED: Final = frozenset(("broken-log", "state-mended", "table-damaged"))
PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.entries = Counter("ferrovia_entries_total", "Entries broadcast, by kind", ["kind"], registry=registry)
        self.refused = Counter("ferrovia_refused_total", "Requests refused, by code", ["code"], registry=registry)
        self.refused.labels("store-failed")  # an increase from nothing to something is none to Prometheus
        self.requests = Counter("ferrovia_http_requests_total", "HTTP requests", ["status"], registry=registry)
        self.errors = Counter(
            "ferrovia_errors_total", "Requests that ended in an error of the server", registry=registry
        )
        self.sockets = Gauge("ferrovia_sockets", "Connections", registry=registry)
        self.tables = Gauge("ferrovia_live_tables", "Tables in memory", registry=registry)
        self.seconds = Histogram(
            "ferrovia_move_seconds", "From a player's move to its acknowledgement", buckets=SECONDS, registry=registry
        )
        self.thinking = Histogram(
            "ferrovia_bot_seconds", "Time a bot took for a move", buckets=SECONDS, registry=registry
        )
        self.move_delay = Gauge(
            "ferrovia_move_delay_seconds",
            "How long moves take beyond the storage's own time, on average",
            registry=registry,
        )
        self.processor = Gauge(
            "ferrovia_loop_processor_ratio", "Share of a core that the event loop uses, on average", registry=registry
        )
        self.lag = Gauge("ferrovia_loop_lag_seconds", "How late the event loop is, on average", registry=registry)
        self.store_latency = Gauge("ferrovia_store_seconds", "Time until a write is on disk", registry=registry)
        self.load = Gauge(
            "ferrovia_load_ratio",
            "Share of a limit that is in use; above 1, with more than 25 tables, new ones are refused",
            ["why"],
            registry=registry,
        )
        self.overloaded = Gauge(
            "ferrovia_overloaded", "Number of reasons why new tables and spectators are refused", registry=registry
        )
        self.overload = Gauge(
            "ferrovia_overload", "1 if new tables are refused for this reason", ["why"], registry=registry
        )
        self.bot_queue = Gauge("ferrovia_bot_queue", "Bot moves and hints that wait for a process", registry=registry)
        self.bot_backlog = Gauge(
            "ferrovia_bot_backlog_seconds", "Estimated time until all of them are answered", registry=registry
        )
        self.failures = Counter("ferrovia_bot_failures_total", "Bot moves and hints that failed", registry=registry)
        self.dropped = Counter(
            "ferrovia_slow_readers_total", "Connections closed because they did not read", registry=registry
        )
        self.read_only = Gauge("ferrovia_read_only", "1 while the operator has paused all games", registry=registry)
        self.build = Gauge("ferrovia_build_info", "1, with the version of Ferrovia", ["version"], registry=registry)


class RepetitionFilter(logging.Filter):
    """Log filter for trouble that goes on: one line per kind and minute, which says how many there were since the last.
    What names a damaged table always passes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, str], tuple[float, int]] = {}
        """For each kind, when its last line was written, and how many were left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING or record.msg in ALWAYS_LOGGED:
            return True
        kind = (record.name, str(record.msg)[:KIND_LETTERS])
        at, left_out = self.seen.get(kind, (-MINUTE, 0))
        if record.created - at < MINUTE and record.created >= at:
            self.seen[kind] = (at, left_out + 1)
            return False
        if len(self.seen) >= MOST_KINDS:
            self.seen.clear()
        self.seen[kind] = (record.created, 0)
        if left_out:
            record.left_out = left_out
        return True


class JsonLogFormatter(logging.Formatter):
    """One JSON object per line: time, level, message, and context."""

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        values |= extras(record)
        if record.exc_info:
            values["trace"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False, default=str)


class PlainLogFormatter(logging.Formatter):
    """Log lines for people. Values may quote what a client sent: it must not look like lines of ours, or give orders to
    a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        rest = " ".join(f"{key}={value}" for key, value in extras(record).items())
        line = visible(f"{at} {record.levelname.lower():7} {record.getMessage()} {rest}".rstrip())
        trace = self.formatException(record.exc_info).split("\n") if record.exc_info else []
        return "\n".join([line, *(f"  {visible(trace_line)}" for trace_line in trace)])


def visible(text: str) -> str:
    """A text in one line, with an escape for every letter that cannot be seen."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def extras(record: logging.LogRecord) -> dict[str, Any]:
    """The extra fields of a log record."""
    return {key: value for key, value in vars(record).items() if key not in PLAIN and key != "color_message"}


def set_up_logs(as_json: bool) -> None:
    """Send logs to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLogFormatter() if as_json else PlainLogFormatter())
    handler.addFilter(RepetitionFilter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = name != "uvicorn.access"
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # or it logs the full address of every WebSocket
