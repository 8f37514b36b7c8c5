import assert from "node:assert/strict";
import { mintPersonal, newTeam } from "../../src/fleet.ts";
import { send } from "../../src/http.ts";
import type { Endpoint } from "../checker/history.ts";
import { badTempers, startSink, type Sink } from "./sinks.ts";

/** A team with endpoints and the tokens that write for it. */
export interface Party {
  team: string;
  slug: string;
  tokens: readonly string[];
  endpoints: readonly Endpoint[];
  sinks: readonly Sink[];
}

/** Everybody who takes part in one episode. */
export interface Parties {
  /** Writes a lot, to one endpoint that takes everything. */
  busy: Party;
  /** Writes a little, to one endpoint of every bad temper. */
  unlucky: Party;
  /** Proposes and approves; has no endpoints. */
  careful: { slug: string; token: string; proposer: string; approver: string };
  /** A token of the busy team that has been revoked. */
  revoked: string;
  close(): void;
}

/** Tokens of the busy team: one has 10,000 requests a minute. */
const busyTokens = 4;

/** Makes new teams, so that nothing of an earlier episode is in their feeds. */
export async function makeParties(now: () => number): Promise<Parties> {
  const sinks = [await startSink("good", now)];
  const badSinks = await Promise.all(badTempers.map((temper) => startSink(temper, now)));
  const busy = await makeParty("busy", busyTokens, sinks);
  const unlucky = await makeParty("unlucky", 1, badSinks);
  const careful = await newTeam("faults-careful");
  return {
    busy,
    unlucky,
    careful: {
      slug: careful.slug,
      token: careful.token,
      proposer: await mintPersonal(careful.slug, "human:member"),
      approver: await mintPersonal(careful.slug, "human:admin"),
    },
    revoked: await revokedToken(busy.tokens[0] ?? ""),
    close: () => {
      for (const sink of [...sinks, ...badSinks]) sink.close();
    },
  };
}

async function makeParty(name: string, tokenCount: number, sinks: readonly Sink[]): Promise<Party> {
  const { id: team, slug, token } = await newTeam(`faults-${name}`);
  const tokens = [token];
  while (tokens.length < tokenCount) tokens.push((await mint(token)).value);
  const endpoints: Endpoint[] = [];
  for (const sink of sinks) {
    const body = { url: sink.url, events: ["contact.created", "contact.updated"] };
    const { id, secret } = await create<{ id: string; secret: string }>("/api/v1/webhooks", token, body);
    sink.arm(id, secret);
    endpoints.push({ id, team });
  }
  return { team, slug, tokens, endpoints, sinks };
}

/** Revoked, and refused: it is in force. */
async function revokedToken(token: string): Promise<string> {
  const { id, value } = await mint(token);
  const gone = await send({ method: "DELETE", path: `/api/v1/tokens/${id}`, token });
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
  while ((await send({ path: "/api/v1/contacts", token: value })).status !== 401);
  return value;
}

function mint(token: string): Promise<{ id: string; value: string }> {
  return create("/api/v1/tokens", token, { name: "Faults", type: "service" });
}

async function create<T>(path: string, token: string, body: object): Promise<T> {
  const answer = await send({ method: "POST", path, token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as T;
}
