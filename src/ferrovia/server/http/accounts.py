"""Accounts over HTTP: passkeys, signing in and out. Off unless the operator offers them (`--accounts`).

A browser that signs in gets a new key in its cookie, which stands for the account's player from then on
(`accounts.player_keys`). Nothing else in the server knows of accounts.
"""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response

from ferrovia.protocol.accounts import (
    AccountInfo,
    AskChallenge,
    CreateAccount,
    PasskeyChallenge,
    PasskeyId,
    PasskeyMade,
    PasskeyShown,
    SaveProfile,
    SignOut,
)
from ferrovia.server.accounts.passkeys import NewPasskey, PasskeyVerifier, challenge_of
from ferrovia.server.base.identity import Identity
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.server_clock import server_time
from ferrovia.server.base.tokens import digest, new_token
from ferrovia.server.http.credentials import address_of, cookie_of, give_key, welcome
from ferrovia.server.http.dependencies import TheHub, TheServices
from ferrovia.server.http.request_limits import LIGHT, check_creation, check_try
from ferrovia.server.live.seat_names import checked_name
from ferrovia.server.live.seating import bring_seats
from ferrovia.server.live.services import Services
from ferrovia.server.store import accounts
from ferrovia.server.store.accounts import Account, Challenge, Passkey

router = APIRouter(prefix="/api/account")
CHALLENGE_SECONDS: Final = 300
CONFIRMED_SECONDS: Final = 600.0
"""How long after showing a passkey a player may change passkeys or delete the account."""


async def check_offered(services: TheServices) -> PasskeyVerifier:
    """Raise RequestRefused if there are no accounts here."""
    if not services.settings.accounts:
        raise RequestRefused("no-accounts")
    return PasskeyVerifier(services.settings.address)


TheVerifier = Annotated[PasskeyVerifier, Depends(check_offered)]


async def signed_in(services: TheServices, request: Request, offered: TheVerifier) -> Account:
    """The account that the browser is signed in to."""
    check_try(request, cost=LIGHT)
    account = await own_account(services, request)
    if account is None:
        raise RequestRefused("not-signed-in")
    return account


async def own_account(services: Services, request: Request) -> Account | None:
    """The account of a browser, if it is signed in to one."""
    key = cookie_of(request)
    return await services.store.read(partial(accounts.account_of, client=digest(key))) if key else None


async def confirmed(account: Annotated[Account, Depends(signed_in)]) -> Account:
    """The account of a browser that has shown its passkey of late."""
    if server_time() - account.since > CONFIRMED_SECONDS:
        raise RequestRefused("confirm-first")
    return account


SignedIn = Annotated[Account, Depends(signed_in)]
Confirmed = Annotated[Account, Depends(confirmed)]


def key_of(request: Request) -> str:
    """The digest of the browser's key. A program has no passkey."""
    key = cookie_of(request)
    if key is None:
        raise RequestRefused("no-key")
    return digest(key)


@router.get("")
async def show_account(services: TheServices, request: Request) -> AccountInfo:
    """Whether there are accounts here, and the one that the browser is signed in to."""
    if not services.settings.accounts:
        return {"offered": False, "account": None}
    key = cookie_of(request)
    return await shown(services, digest(key) if key else None)


async def shown(services: Services, client: str | None) -> AccountInfo:
    """The account that a key is signed in to."""
    store = services.store
    account = await store.read(partial(accounts.account_of, client=client)) if client else None
    if account is None:
        return {"offered": True, "account": None}
    passkeys = await store.read(partial(accounts.passkeys_of, account=account.id))
    return {
        "offered": True,
        "account": {
            "name": account.name,
            "passkeys": [
                {
                    "id": passkey.id,
                    "created_at": passkey.created_at,
                    "used_at": passkey.used_at,
                    "here": passkey.id == account.passkey,
                }
                for passkey in passkeys
            ],
            "browsers": await store.read(partial(accounts.browsers, account=account.id)),
            "profile": account.profile,
        },
    }


@router.post("/challenge", status_code=201)
async def make_challenge(
    services: TheServices, request: Request, response: Response, verifier: TheVerifier, body: AskChallenge
) -> PasskeyChallenge:
    """A challenge for a passkey. It works once, for this browser, for a few minutes."""
    check_try(request)
    caller = await welcome(request, response, services.settings, services.players)
    account = await own_account(services, request)
    if body.purpose == "create" and account is not None:
        raise RequestRefused("signed-in-already")
    if body.purpose in ("add", "confirm") and account is None:
        raise RequestRefused("not-signed-in")
    if body.purpose == "add" and account is not None:  # before the browser makes one in vain
        await confirmed(account)
    own = None if body.purpose == "sign-in" else account
    user = own.id if own else new_token() if body.purpose == "create" else ""
    text, now = new_token(), server_time()
    challenge = Challenge(caller.keys[-1], body.purpose, user)  # the cookie's, which comes last
    until = now + CHALLENGE_SECONDS
    put = partial(accounts.put_challenge, digest=digest(text), challenge=challenge, until=until, now=now)
    await services.store.write(put)
    known = await services.store.read(partial(accounts.passkeys_of, account=own.id)) if own else []
    return {
        "challenge": text,
        "site": verifier.site,
        "user": user,
        "name": own.name if own else "",
        "passkeys": [passkey.id for passkey in known],
        "seconds": CHALLENGE_SECONDS,
    }


async def take_challenge(
    services: Services, request: Request, client_data: str, *purposes: str
) -> tuple[str, Challenge]:
    """The challenge that a browser has answered, and what it was for. RequestRefused if it was answered before, by
    another browser, too late, or never asked."""
    check_try(request)
    client, text = key_of(request), challenge_of(client_data)
    take = partial(accounts.take_challenge, digest=digest(text), now=server_time())
    challenge = await services.store.write(take) if text else None
    if challenge is None or challenge.client != client or challenge.purpose not in purposes:
        raise RequestRefused("passkey-refused")
    return text, challenge


async def made_passkey(
    services: Services, request: Request, verifier: PasskeyVerifier, made: PasskeyMade, purpose: str
) -> Passkey:
    """A new passkey of the account that its challenge was for."""
    answered, challenge = await take_challenge(services, request, made.client_data, purpose)
    work = partial(verifier.made, made, answered)
    passkey, now = await services.offload.run(address_of(request), work), server_time()
    return Passkey(passkey.id, challenge.account, passkey.public_key, passkey.sign_count, now, now)


@router.post("", status_code=201)
async def create_account(
    services: TheServices, request: Request, response: Response, verifier: TheVerifier, body: CreateAccount
) -> AccountInfo:
    """Open an account. The browser's games, seats and ratings belong to it from now on."""
    check_creation(request, cost=LIGHT)
    services.names.check(body.name)
    name, before, token = checked_name(body.name, 0), key_of(request), new_token()
    passkey = await made_passkey(services, request, verifier, body.passkey, "create")
    create = partial(accounts.create, name=name, passkey=passkey, before=before, client=digest(token))
    if not await services.store.write(create):
        raise RequestRefused("passkey-refused")
    services.players.forget((before,))
    give_key(request, response, services.settings, token)
    return await shown(services, digest(token))


@router.post("/sign-in")
async def sign_in(
    hub: TheHub,
    services: TheServices,
    request: Request,
    response: Response,
    verifier: TheVerifier,
    body: PasskeyShown,
) -> AccountInfo:
    """Sign in with a passkey. This browser's seats in running games go to the account's player."""
    answered, challenge = await take_challenge(services, request, body.client_data, "sign-in", "confirm")
    known = await services.store.read(partial(accounts.find_passkey, passkey=body.id))
    user = body.user or challenge.account  # a browser asked for a passkey of one account need not name it
    if known is None or user != known.account or challenge.account not in ("", known.account):
        raise RequestRefused("passkey-refused")
    work = partial(verifier.shown, body, answered, NewPasskey(known.id, known.public_key, known.sign_count))
    count = await services.offload.run(address_of(request), work)
    guest = None if await own_account(services, request) else await own_player(services, request)
    before, token = key_of(request), new_token()
    use = partial(accounts.use_passkey, passkey=known, sign_count=count, before=before, client=digest(token))
    player = await services.store.write(partial(use, now=server_time()))
    if not player:
        raise RequestRefused("passkey-refused")
    services.players.forget((before,))
    if guest is not None and not guest.is_client(player):
        await bring_seats(hub, guest.client, player)
    give_key(request, response, services.settings, token)
    return await shown(services, digest(token))


async def own_player(services: Services, request: Request) -> Identity | None:
    """Whom the browser's key stands for."""
    key = cookie_of(request)
    return await services.players.recognise(Identity(key)) if key else None


@router.post("/sign-out")
async def sign_out(
    services: TheServices, request: Request, response: Response, account: SignedIn, body: SignOut
) -> AccountInfo:
    """Sign out this browser, which gets a new key without an account, or all other browsers."""
    key = key_of(request)
    if body.others:
        await services.store.write(partial(accounts.sign_out, account=account.id, keep=key))
        return await shown(services, key)
    await services.store.write(partial(accounts.sign_out, account=account.id, client=key))
    services.players.forget((key,))
    give_key(request, response, services.settings, new_token())
    return await shown(services, None)


@router.put("/profile")
async def save_profile(services: TheServices, request: Request, account: SignedIn, body: SaveProfile) -> AccountInfo:
    """Save the page's profile for the other browsers of the account."""
    await services.store.write(partial(accounts.save_profile, account=account.id, profile=body.profile))
    return await shown(services, key_of(request))


@router.post("/passkeys", status_code=201)
async def add_passkey(
    services: TheServices, request: Request, verifier: TheVerifier, account: Confirmed, body: PasskeyMade
) -> AccountInfo:
    """Add a passkey, made on another device or by another program that keeps passkeys."""
    passkey = await made_passkey(services, request, verifier, body, "add")
    if passkey.account != account.id:
        raise RequestRefused("passkey-refused")
    if not await services.store.write(partial(accounts.add_passkey, passkey=passkey)):
        raise RequestRefused("too-many-passkeys")
    return await shown(services, key_of(request))


@router.delete("/passkeys/{passkey}")
async def remove_passkey(
    services: TheServices, request: Request, account: Confirmed, passkey: Annotated[PasskeyId, Path()]
) -> AccountInfo:
    """Remove a passkey, and sign out the other browsers that signed in with it."""
    key = key_of(request)
    if not await services.store.write(
        partial(accounts.remove_passkey, account=account.id, passkey=passkey, client=key)
    ):
        raise RequestRefused("last-passkey")
    return await shown(services, key)


@router.delete("")
async def delete_account(services: TheServices, request: Request, account: Confirmed) -> AccountInfo:
    """Delete the account. This browser keeps games, seats and ratings, as without an account."""
    await services.store.write(partial(accounts.close_account, account=account.id, client=key_of(request)))
    return await shown(services, None)
