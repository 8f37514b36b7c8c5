import type { Caller, Role } from "@jst/caller";
import { SoftAuthenticator, type Deviation, type SoftOptions } from "@jst/testing";
import assert from "node:assert/strict";
import type { Passkey } from "../../gen/rpc.ts";
import type { TestAuth } from "./test-auth.ts";
import { testSessions } from "./test-sessions.ts";
import { testVisitors } from "./test-visitor.ts";

/** Host of the tests: a name that every team is reached by. */
export const HOST = "localhost";

/** A reply whose body a test looks into. */
interface Reply {
  status: number;
  body: Record<string, unknown>;
  headers: Readonly<Record<string, string>>;
}

interface Request {
  body?: unknown;
  path?: { passkey_id: string };
  host?: string;
}

export const outcomeOf = ({ status, body }: Reply) => [status, body["code"]];

/** Calls of members to a host, by its name. */
function callsAt(door: TestAuth["door"], port: string) {
  const call = (method: string, caller: Caller, request: Request = {}): Promise<Reply> => {
    const { host = HOST, ...rest } = request;
    const headers = { "x-forwarded-host": `${host}:${port}` };
    return door.call(method, { ...rest, caller, headers });
  };
  const optionsOf = async (method: string, caller: Caller): Promise<SoftOptions> => {
    const { status, body } = await call(method, caller);
    assert.equal(status, 200, JSON.stringify(body));
    return body["options"] as SoftOptions;
  };
  const listed = async (caller: Caller) => (await call("ListPasskeys", caller)).body["passkeys"] as Passkey[];
  return { call, listed, optionsOf };
}

/** Members with passkeys of a host, whose pages are opened at `originOf`. */
export function testPasskeys(auth: TestAuth) {
  const { door, sql } = auth;
  const { port } = new URL(door.httpUrl);
  const calls = callsAt(door, port);
  const { call, optionsOf } = calls;
  const { atConsole } = testSessions(auth);
  const { visitor } = testVisitors(auth);
  const originOf = (host: string) => `http://${host}:${port}`;
  const authenticatorOf = (host = HOST) => new SoftAuthenticator(host, originOf);
  const create = async (caller: Caller, authenticator = authenticatorOf(), deviation: Deviation = {}) => {
    const response = authenticator.create(await optionsOf("StartPasskey", caller), deviation);
    return call("CreatePasskey", caller, { body: { name: "Laptop", response } });
  };
  /** Signs in a new member and makes a passkey. */
  const enrolled = async (team: string, role: Role = "owner") => {
    const signed = await atConsole(team, role);
    const authenticator = authenticatorOf();
    const { status, body } = await create(signed.caller, authenticator);
    assert.equal(status, 201, JSON.stringify(body));
    return { ...signed, authenticator, passkey: body as unknown as Passkey };
  };
  const stepUp = async (caller: Caller, authenticator: SoftAuthenticator, deviation: Deviation = {}) => {
    const response = authenticator.sign(await optionsOf("StartStepUp", caller), deviation);
    return call("StepUp", caller, { body: { response } });
  };
  /** From now on the sign-in of the session is eleven minutes old. */
  const grow = (caller: Caller) =>
    sql(
      "update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where id = $1",
      [caller.token_id],
    );
  const browser = () => visitor(originOf(HOST));
  return { ...calls, atConsole, authenticatorOf, browser, create, enrolled, grow, stepUp };
}
