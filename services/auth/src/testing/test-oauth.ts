import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { oauthCalls } from "./oauth-calls.ts";
import { PUSH_MS, type TestAuth } from "./test-auth.ts";
import { hiddenOf, testVisitors, type Answered, type Visitor } from "./test-visitor.ts";

export type { Told } from "./oauth-calls.ts";

/** Redirect address of a test's app; no server listens there. */
export const CALLBACK = "http://127.0.0.1:7777/callback";

/** A pair of tokens with all that belongs to it. */
export interface Connection {
  clientId: string;
  access: string;
  refresh: string;
  scope: string;
}

/** Values of one authorization request. */
export interface Asked {
  clientId: string;
  verifier: string;
  query: Record<string, string>;
}

type Calls = ReturnType<typeof oauthCalls>;

/** Apps that connect as real ones do, by the service's own endpoints. */
export function testOAuth(auth: TestAuth) {
  const { door } = auth;
  const calls = oauthCalls(door);
  const people = testVisitors(auth);
  const setConfig = async (team: string, key: string, value: unknown) => {
    const { status } = await door.operate("SetConfig", { team, key, value });
    assert.equal(status, 200);
  };
  const openTeam = async () => {
    const team = await auth.newTeam();
    await setConfig(team, "modules.agent_connect.enabled", true);
    return team;
  };
  /** Waits until the token opens nothing, as its end is announced (oauth.disconnect). */
  const ended = (access: string, at: Parameters<typeof auth.askWith>[1]) =>
    until("the token is over", PUSH_MS, async () =>
      (await auth.askWith(access, at)).status === 401 ? true : undefined,
    );
  const asking = requests(calls, door.httpUrl);
  return { ...calls, ...people, setConfig, openTeam, ended, ...asking, ...tokens(calls, asking) };
}

/** Requests that members decide on. */
function requests({ registering }: Calls, base: string) {
  const newClient = async (redirectUris = [CALLBACK], name = "Test app"): Promise<string> => {
    const reply = await registering({ client_name: name, redirect_uris: redirectUris });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return (reply.body as { client_id: string }).client_id;
  };
  const ask = async (more: Record<string, string> = {}, client?: string): Promise<Asked> => {
    const clientId = client ?? (await newClient());
    const verifier = randomBytes(32).toString("base64url");
    const query = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: "as it was",
      resource: `${base}/api/v1/mcp`,
      ...more,
    };
    return { clientId, verifier, query };
  };
  const show = (who: Visitor, { query }: Asked) =>
    who.open(`/oauth/authorize?${new URLSearchParams(query).toString()}`);
  const decide = async (
    who: Visitor,
    asked: Asked,
    values: Record<string, string> = {},
  ): Promise<Answered> => {
    const page = await show(who, asked);
    assert.equal(page.status, 200, page.text);
    const sent = { ...hiddenOf(page.text), preset: "tables", decision: "allow", ...values };
    return who.send("/oauth/authorize", sent);
  };
  const codeOf = async (who: Visitor, asked: Asked, values: Record<string, string> = {}): Promise<string> => {
    const { status, location } = await decide(who, asked, values);
    assert.equal(status, 303);
    return new URL(location).searchParams.get("code") ?? assert.fail(location);
  };
  return { newClient, ask, show, decide, codeOf };
}

/** Codes and refresh tokens on their way to tokens. */
function tokens({ form }: Calls, { ask, codeOf }: ReturnType<typeof requests>) {
  const exchange = (asked: Asked, code: string, more: Record<string, string> = {}) =>
    form("/oauth/token", {
      grant_type: "authorization_code",
      code,
      client_id: asked.clientId,
      redirect_uri: asked.query["redirect_uri"] ?? "",
      code_verifier: asked.verifier,
      ...more,
    });
  const connect = async (
    who: Visitor,
    values: Record<string, string> = {},
    more = {},
  ): Promise<Connection> => {
    const asked = await ask(more);
    const reply = await exchange(asked, await codeOf(who, asked, values));
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const pair = reply.body as { access_token: string; refresh_token: string; scope: string };
    const { access_token: access, refresh_token: refresh, scope } = pair;
    return { clientId: asked.clientId, access, refresh, scope };
  };
  const refresh = (connection: Connection, more: Record<string, string> = {}) =>
    form("/oauth/token", {
      grant_type: "refresh_token",
      refresh_token: connection.refresh,
      client_id: connection.clientId,
      ...more,
    });
  return { exchange, connect, refresh };
}
