/** The HTTP client, with the response types of docs/protocol.md. */

import type {
  AccountInfo,
  AskChallenge,
  BotOffer,
  Drawing,
  RefusalValues,
  Link,
  LobbyInfo,
  NewTable,
  Opened,
  GameReplay,
  PasskeyChallenge,
  PasskeyMade,
  PasskeyShown,
  NetworkInfo,
  ProfileLink,
  PushChanged,
  PushOffer,
  QuickMatch,
  SubscribePush,
  ProfileTaken,
  RefusalCode,
  RulesOffer,
  RulesShown,
  Snapshot,
  TableInfo,
  WarmUpInfo,
} from "../wire";

/** A failed request: the server's code, or `no-network` without an answer. */
export class RequestError extends Error {
  constructor(
    readonly code: RefusalCode | "no-network",
    readonly parameters: Record<string, unknown> = {},
    readonly rule: string | null = null,
  ) {
    super(code);
  }
}

type Headers = Record<string, string>;

async function ask(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new RequestError("no-network");
  }
  if (!answer.ok) throw await failureOf(answer);
  return answer;
}

async function failureOf(answer: Response): Promise<RequestError> {
  try {
    const failure = (await answer.json()) as RefusalValues;
    return new RequestError(failure.code ?? "failed", failure.parameters ?? {}, failure.rule ?? null);
  } catch {
    return new RequestError(answer.status >= 502 ? "no-network" : "failed"); // an error page of a proxy
  }
}

/** Send a request and read a JSON response. */
export async function request<Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const answer = await ask(method, path, body, headers);
  return (await answer.json()) as Answer;
}

async function requestText(path: string): Promise<string> {
  return (await ask("GET", path)).text();
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const rules = (id: string) => `/api/rules/${encodeURIComponent(id)}`;

export const api = {
  rulesOffered: () => request<RulesOffer[]>("GET", "/api/rules"),
  rules: (id: string) => request<RulesShown>("GET", rules(id)),
  drawing: (id: string, hash: string) => request<Drawing>("GET", `${rules(id)}/drawing?hash=${hash}`),
  bots: () => request<BotOffer[]>("GET", "/api/bots"),
  tables: () => request<TableInfo[]>("GET", "/api/tables"),
  table: (id: string) => request<TableInfo>("GET", table(id)),
  tableByCode: (code: string) => request<TableInfo>("GET", `/api/join/${encodeURIComponent(code)}`),
  log: (id: string) => request<Snapshot>("GET", `${table(id)}/log`),
  replay: (id: string, seat: number | null = null) =>
    request<GameReplay>("GET", `${table(id)}/replay${seat === null ? "" : `?seat=${seat}`}`),
  record: (id: string) => requestText(`${table(id)}/record`),
  open: (table: NewTable) => request<Opened>("POST", "/api/tables", table),
  join: (code: string, name: string) => request<Opened>("POST", "/api/join", { code, name: name || null }),
  take: (id: string, token: string, name: string) =>
    request<Opened>("POST", `${table(id)}/seats/take`, { token, name: name || null }),
  link: (id: string, seat: number) => request<Link>("POST", `${table(id)}/seats/${seat}/link`),
  withdrawLink: (id: string, seat: number) => request<Opened>("DELETE", `${table(id)}/seats/${seat}/link`),
  seatBot: (id: string, seat: number, bot: string) =>
    request<Opened>("POST", `${table(id)}/seats/${seat}/bot`, { bot }),
  leave: (id: string, seat: number) => request<Opened>("DELETE", `${table(id)}/seats/${seat}`),
  end: (id: string) => request<Opened>("POST", `${table(id)}/end`),
  lobby: () => request<LobbyInfo>("GET", "/api/lobby"),
  joinPublic: (id: string, name: string) =>
    request<Opened>("POST", `/api/lobby/${encodeURIComponent(id)}/join`, { name: name || null }),
  quickMatch: (match: QuickMatch) => request<Opened>("POST", "/api/lobby/match", match),
  warmUp: () => request<WarmUpInfo>("GET", "/api/warm-up"),
  pushOffer: () => request<PushOffer>("GET", "/api/push"),
  subscribe: (id: string, seat: number, subscription: SubscribePush) =>
    request<PushChanged>("POST", `${table(id)}/seats/${seat}/push`, subscription),
  unsubscribe: (id: string, seat: number, endpoint: string) =>
    request<PushChanged>("POST", `${table(id)}/seats/${seat}/push/end`, { endpoint }),
  network: () => request<NetworkInfo>("GET", "/api/network"),
  openNetwork: (open: boolean) => request<NetworkInfo>("PUT", "/api/network", { open }),
  giveProfile: (profile: string) => request<ProfileLink>("POST", "/api/profile/give", { profile }),
  takeProfile: (token: string) => request<ProfileTaken>("POST", "/api/profile/take", { token }),
  account: () => request<AccountInfo>("GET", "/api/account"),
  challenge: (purpose: AskChallenge["purpose"]) =>
    request<PasskeyChallenge>("POST", "/api/account/challenge", { purpose }),
  createAccount: (name: string, passkey: PasskeyMade) =>
    request<AccountInfo>("POST", "/api/account", { name, passkey }),
  signIn: (shown: PasskeyShown) => request<AccountInfo>("POST", "/api/account/sign-in", shown),
  signOut: (others: boolean) => request<AccountInfo>("POST", "/api/account/sign-out", { others }),
  saveProfile: (profile: string) => request<AccountInfo>("PUT", "/api/account/profile", { profile }),
  addPasskey: (made: PasskeyMade) => request<AccountInfo>("POST", "/api/account/passkeys", made),
  removePasskey: (id: string) => request<AccountInfo>("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`),
  deleteAccount: () => request<AccountInfo>("DELETE", "/api/account"),
  rematch: (id: string) => request<Opened>("POST", `${table(id)}/rematch`),
};
