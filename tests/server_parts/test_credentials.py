"""Who a request comes from: keys that can be keys, and names that can be ours."""

import pytest
from starlette.requests import HTTPConnection

from ferrovia.server.base.settings import Settings
from ferrovia.server.base.tokens import is_token, new_token
from ferrovia.server.http.credentials import bearer_of, cookie_of, is_local_name, origin_allowed


def request(**headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "method": "GET", "path": "/api/tables", "headers": raw})


def test_what_the_server_makes_is_a_key() -> None:
    assert all(is_token(new_token()) for _ in range(1000))


@pytest.mark.parametrize(
    "weak", ["a" * 43, "0123456789abcdef", "password-password-password-password-passwor", "k" * 64]
)
def test_a_weak_key_is_none(weak: str) -> None:
    assert bearer_of(request(authorization=f"Bearer {weak}")) is None
    assert cookie_of(request(cookie=f"ferrovia={weak}")) is None


def test_the_secure_cookie_counts_before_the_other() -> None:
    one, other = new_token(), new_token()
    assert cookie_of(request(cookie=f"ferrovia={other}; __Host-ferrovia={one}")) == one
    assert cookie_of(request(cookie=f"ferrovia={other}")) == other


LOCAL = ("localhost", "127.0.0.1", "192.168.1.20", "nas", "train.local", "a.home.arpa", "train.localhost", "::1")


@pytest.mark.parametrize("name", LOCAL)
def test_names_that_nobody_else_can_own(name: str) -> None:
    assert is_local_name(name)
    host = f"[{name}]:8000" if ":" in name else f"{name}:8000"
    assert origin_allowed(request(origin=f"http://{host}", host=host), Settings())


@pytest.mark.parametrize(
    "name", ["evil.example", "local.evil.example", "127.0.0.1.evil.example", "localhost.evil", "\xff.x"]
)
def test_a_public_name_that_points_here_is_refused(name: str) -> None:
    """DNS rebinding: the page is of another site, but its name leads to this machine."""
    host = f"{name}:8000"
    assert not origin_allowed(request(origin=f"http://{host}", host=host), Settings())
    assert not origin_allowed(request(sec_fetch_site="same-origin", host=host), Settings()), "a GET has no origin"


def test_programs_come_by_any_name_and_a_public_address_by_its_own() -> None:
    assert origin_allowed(request(host="trains.example.org"), Settings())
    public = Settings(address="https://trains.example.org")
    assert origin_allowed(request(origin="https://trains.example.org", host="inside:8000"), public)
    assert not origin_allowed(request(origin="http://nas:8000", host="nas:8000"), public)
