import { afterEach, expect, it, vi } from "vitest";
import { accounts, findAccounts, orders, refresh, signInAsOperator, state, token, wanted } from "./operator";

afterEach(() => vi.unstubAllGlobals());

function serve(answer: (path: string) => { status: number; body: unknown }) {
  const asked: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, init });
    const { status, body } = answer(path);
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

it("sends the token as a header, and shows what has become of an order", async () => {
  const asked = serve((path) => ({ status: 200, body: path.includes("tables?") ? [] : { version: "1" } }));
  signInAsOperator(" secret ");
  wanted.value = { status: "", text: "Ada & Bo" };
  await orders.ban("192.0.2.1", null, "");
  expect(asked.map(({ path }) => path)).toEqual(["/api/admin/bans", "/api/admin", "/api/admin/tables?text=Ada+%26+Bo"]);
  for (const { init } of asked) expect(init.headers).toMatchObject({ authorization: "Bearer secret" });
  expect(state.value?.version).toBe("1");
});

it("shows what was looked for last, whichever answer comes last", async () => {
  const answers: ((found: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((answer) => answers.push(answer)));
  const searches = [findAccounts("Ada"), findAccounts("Bo")];
  answers[1]?.(new Response(JSON.stringify([{ id: "b1", name: "Bo" }])));
  await searches[1];
  answers[0]?.(new Response(JSON.stringify([{ id: "a1", name: "Ada" }])));
  await searches[0];
  expect(accounts.value?.map(({ name }) => name)).toEqual(["Bo"]);
});

it("forgets a wrong token", async () => {
  serve(() => ({ status: 403, body: { code: "wrong-admin-token", parameters: {} } }));
  signInAsOperator("wrong");
  await expect(refresh()).rejects.toThrow("wrong-admin-token");
  expect(token.value).toBe("");
});

it("finds accounts, and looks again after an order about one", async () => {
  const asked = serve((path) => ({ status: 200, body: path.includes("accounts?") ? [{ id: "a1", name: "Ada" }] : {} }));
  signInAsOperator("secret");
  await findAccounts("Ada & Bo");
  expect(accounts.value?.[0]?.name).toBe("Ada");
  await orders.withdrawPasskey("a1", "key-1");
  await orders.closeAccount("a1");
  expect(asked.map(({ path, init }) => `${init.method} ${path}`)).toEqual([
    "GET /api/admin/accounts?text=Ada+%26+Bo",
    "DELETE /api/admin/accounts/a1/passkeys/key-1",
    "GET /api/admin/accounts?text=Ada+%26+Bo",
    "DELETE /api/admin/accounts/a1",
    "GET /api/admin/accounts?text=Ada+%26+Bo",
  ]);
});
