import assert from "node:assert/strict";
import { until } from "@jst/testing";
import { mintPersonal, newTeam } from "../../src/fleet.ts";
import { send } from "../../src/http.ts";
import type { Endpoint } from "../checker/history.ts";
import { badTempers, startSink, type Sink } from "./sinks.ts";

/** A team with endpoints, and the token that writes for it. */
export interface Party {
  team: string;
  token: string;
  endpoints: readonly Endpoint[];
  sinks: readonly Sink[];
}

/** Everybody who takes part in one episode. */
export interface Parties {
  /** Write a lot, each to one endpoint that takes everything. */
  busy: readonly Party[];
  /** Writes a little, to one endpoint of every bad temper. */
  unlucky: Party;
  /** Proposes and approves; has no endpoints. */
  careful: { slug: string; token: string; proposer: string; approver: string };
  /** A token of a busy team that has been revoked. */
  revoked: string;
  close(): void;
}

/** A token has 10,000 requests a minute, and an endpoint four attempts under way. */
const busyTeams = 4;

const createLimitMs = 60_000;

/** Makes new teams, so that nothing of an earlier episode is in their feeds. */
export async function makeParties(now: () => number): Promise<Parties> {
  const busy: Party[] = [];
  for (let number = 1; number <= busyTeams; number += 1) {
    busy.push(await makeParty(`busy-${number}`, [await startSink("good", now)]));
  }
  const bad = await Promise.all(badTempers.map((temper) => startSink(temper, now)));
  const unlucky = await makeParty("unlucky", bad);
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
    revoked: await revokedToken(unlucky.token),
    close: () => {
      for (const { sinks } of [...busy, unlucky]) for (const sink of sinks) sink.close();
    },
  };
}

async function makeParty(name: string, sinks: readonly Sink[]): Promise<Party> {
  const { id: team, token } = await newTeam(`faults-${name}`);
  const endpoints: Endpoint[] = [];
  for (const sink of sinks) {
    const body = { url: sink.url, events: ["contact.created", "contact.updated"] };
    const { id, secret } = await create<{ id: string; secret: string }>("/api/v1/webhooks", token, body);
    sink.arm(id, secret);
    endpoints.push({ id, team });
  }
  return { team, token, endpoints, sinks };
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

/** Before the faults; a busy machine may need more than one try. */
async function create<T>(path: string, token: string, body: object): Promise<T> {
  const answer = await until("it is made", createLimitMs, async () => {
    const sent = await send({ method: "POST", path, token, body });
    return sent.status >= 500 ? undefined : sent;
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as T;
}
