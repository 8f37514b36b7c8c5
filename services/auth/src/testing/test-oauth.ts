import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { TestAuth } from "./test-auth.ts";
import { hiddenOf, testVisitors, type Answered, type Visitor } from "./test-visitor.ts";

/** Where the app of a test is told what became of its request; nobody listens there. */
export const CALLBACK = "http://127.0.0.1:7777/callback";

/** An answer of an endpoint of programs. */
export interface Told {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the answer's members; their shape is what it asserts.
  body: any;
}

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

/** Apps that connect as real ones do, by the service's own endpoints. */
export function testOAuth(auth: TestAuth) {
  const { door } = auth;
  const { signedIn, visitor } = testVisitors(auth);
  const post = async (path: string, body: string, type: string, headers: Record<string, string> = {}) => {
    const init = { method: "POST", body, headers: { "content-type": type, ...headers } };
    const reply = await fetch(`${door.httpUrl}${path}`, init);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === "" ? undefined : JSON.parse(text) } as Told;
  };
  const form = (path: string, values: Record<string, string>, headers: Record<string, string> = {}) =>
    post(path, new URLSearchParams(values).toString(), "application/x-www-form-urlencoded", headers);
  let sources = 0;
  const registering = (metadata: unknown, source = `198.51.100.${(sources += 1)}`) =>
    post("/oauth/register", JSON.stringify(metadata), "application/json", { "x-forwarded-for": source });
  const newClient = async (redirectUris = [CALLBACK], name = "Test app"): Promise<string> => {
    const { status, body } = await registering({ client_name: name, redirect_uris: redirectUris });
    assert.equal(status, 201, JSON.stringify(body));
    return body.client_id as string;
  };
  const setConfig = async (team: string, key: string, value: unknown) => {
    const { status } = await door.operate("SetConfig", { team, key, value });
    assert.equal(status, 200);
  };
  const openTeam = async () => {
    const team = await auth.newTeam();
    await setConfig(team, "modules.agent_connect.enabled", true);
    return team;
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
      resource: `${door.httpUrl}/api/v1/mcp`,
      ...more,
    };
    return { clientId, verifier, query };
  };
  const show = (who: Visitor, { query }: Asked) => who.open(`/oauth/authorize?${new URLSearchParams(query)}`);
  const decide = async (who: Visitor, asked: Asked, values: Record<string, string> = {}): Promise<Answered> => {
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
  const exchange = (asked: Asked, code: string, more: Record<string, string> = {}) =>
    form("/oauth/token", {
      grant_type: "authorization_code",
      code,
      client_id: asked.clientId,
      redirect_uri: asked.query["redirect_uri"] ?? "",
      code_verifier: asked.verifier,
      ...more,
    });
  const connect = async (who: Visitor, values: Record<string, string> = {}, more = {}): Promise<Connection> => {
    const asked = await ask(more);
    const { status, body } = await exchange(asked, await codeOf(who, asked, values));
    assert.equal(status, 200, JSON.stringify(body));
    const { access_token: access, refresh_token: refresh, scope } = body;
    return { clientId: asked.clientId, access, refresh, scope };
  };
  const refresh = (connection: Connection, more: Record<string, string> = {}) =>
    form("/oauth/token", {
      grant_type: "refresh_token",
      refresh_token: connection.refresh,
      client_id: connection.clientId,
      ...more,
    });
  return {
    ...{ signedIn, visitor, form, post, registering, newClient, setConfig, openTeam },
    ...{ ask, show, decide, codeOf, exchange, connect, refresh },
  };
}
