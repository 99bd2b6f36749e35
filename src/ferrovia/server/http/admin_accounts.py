"""The operator's requests about accounts. Each order is logged, with the id of the account: no name, no key."""

import logging
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from ferrovia.protocol.accounts import PasskeyId
from ferrovia.protocol.admin import AdminAccount, AdminTable
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.admin import TheOperator, table_info
from ferrovia.server.http.credentials import address_of
from ferrovia.server.http.dependencies import TheHub, TheServices
from ferrovia.server.live.hub import Hub
from ferrovia.server.live.services import Services
from ferrovia.server.store import account_orders, accounts, statements
from ferrovia.server.store.account_orders import FoundAccount

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api/admin/accounts")
AccountId = Annotated[str, Path(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


def account_info(account: FoundAccount) -> AdminAccount:
    """An account, for the operator's page."""
    return {
        "id": account.id,
        "name": account.name,
        "created_at": account.created_at,
        "passkeys": [
            {"id": passkey.id, "created_at": passkey.created_at, "used_at": passkey.used_at}
            for passkey in account.passkeys
        ],
        "browsers": account.browsers,
    }


async def found_account(services: Services, name: str) -> FoundAccount:
    """An account by its id; RequestRefused if there is none."""
    account = await services.store.read(partial(account_orders.account, name=name))
    if account is None:
        raise RequestRefused("not-found")
    return account


async def note(order: str, account: str, request: Request, hub: Hub) -> None:
    """Log an order that was carried out, and let this process follow it now: browsers that it signed out are known no
    more, and their connections are closed. Others follow within seconds."""
    log.info("account-order", extra={"order": order, "account": account, "address": address_of(request)})
    hub.services.players.forget_all()
    await hub.close_signed_out()


@router.get("")
async def admin_accounts(
    services: TheServices, operator: TheOperator, text: Annotated[str, Query(max_length=100)] = ""
) -> list[AdminAccount]:
    """The latest accounts; `text` is an id, or part of a name."""
    matches = await services.store.read(partial(account_orders.find, text=text))
    return [account_info(match) for match in matches]


@router.get("/{account}/tables")
async def account_tables(
    hub: TheHub, services: TheServices, operator: TheOperator, account: AccountId
) -> list[AdminTable]:
    """The tables at which an account's player holds a seat, or which it opened; latest first."""
    player = (await found_account(services, account)).player
    names = await services.store.read(partial(statements.of_client, client=player))
    stored = await services.store.read(partial(statements.load_some, names=names))
    return [table_info(hub, services.moderation, table) for table in stored.values()]


@router.post("/{account}/sign-out")
async def sign_account_out(
    hub: TheHub, services: TheServices, request: Request, operator: TheOperator, account: AccountId
) -> AdminAccount:
    """Sign an account out in all browsers. Its passkeys still work."""
    await found_account(services, account)
    await services.store.keep(partial(accounts.sign_out, account=account))
    await note("sign-out", account, request, hub)
    return account_info(await found_account(services, account))


@router.delete("/{account}/passkeys/{passkey}")
async def withdraw_passkey(
    hub: TheHub,
    services: TheServices,
    request: Request,
    operator: TheOperator,
    account: AccountId,
    passkey: Annotated[PasskeyId, Path()],
) -> AdminAccount:
    """Withdraw a passkey that was lost or stolen, and sign out the browsers that signed in with it."""
    if not await services.store.keep(partial(account_orders.withdraw_passkey, name=account, passkey=passkey)):
        raise RequestRefused("not-found")
    await note("withdraw-passkey", account, request, hub)
    return account_info(await found_account(services, account))


@router.delete("/{account}")
async def close_account(
    hub: TheHub, services: TheServices, request: Request, operator: TheOperator, account: AccountId
) -> AdminAccount:
    """Close an account and its passkeys permanently; returns its last state. Its games go on without its player."""
    closed = await found_account(services, account)
    if not await services.store.keep(partial(accounts.close_account, account=account)):
        raise RequestRefused("not-found")
    await note("close", account, request, hub)
    return account_info(closed)
