import assert from "node:assert/strict";
import type { Hand } from "@jst/changes";
import type { MatrixHand } from "@jst/testing";
import { connected } from "./connected-apps.ts";
import { fleet, jst } from "./fleet.ts";
import { done, listAs, memberIdOf, type HandOfRequest } from "./member-api.ts";
import type { WrittenResource } from "./random-writes.ts";
import { signedIn, type SignedIn } from "./sessions.ts";

/** Client ids of two apps: one writes tables, the other articles. */
export type Clients = readonly [tables: string, articles: string];

/** Hand that writes, as it sends requests and as rules and the matrix take it. */
export interface WritingHand {
  title: string;
  sends: HandOfRequest;
  hand: Hand;
  matrix: MatrixHand;
  writes: readonly WrittenResource[];
  mayDelete: boolean;
}

const all: Pick<WritingHand, "writes" | "mayDelete"> = {
  writes: ["contacts", "rows", "articles"],
  mayDelete: true,
};
const runs: MatrixHand = { waits: false, canBeFreed: true };
const waits: MatrixHand = { waits: true, canBeFreed: true };

/** Makes a hand of each kind in the team, two of them of one member. Writes of its apps wait with `proposes`. */
export async function makeHands(slug: string, clients: Clients, proposes: boolean): Promise<WritingHand[]> {
  const settings = { enabled: true, write_mode: proposes ? "propose" : "direct" };
  for (const [key, value] of Object.entries(settings))
    await jst("config", "set", "--team", slug, `modules.agent_connect.${key}`, String(value));
  const owner = await signedIn(slug, "owner", "lead");
  const member = await signedIn(slug, "member", "writer");
  const memberId = await memberIdOf(member);
  const person = { counted_as: memberId };
  const human = await mintOf(slug, "human", member);
  const emergency = await mintOf(slug, "break_glass", member, "--reason", "drill");
  const service = await mintOf(slug, "service");
  return [
    sessionHand("owner session", owner, { type: "admin", counted_as: await memberIdOf(owner) }),
    sessionHand("member session", member, { type: "member", counted_as: memberId }),
    tokenHand("human token", human, { type: "human", ...person }, waits),
    tokenHand(
      "break_glass token",
      emergency,
      { type: "break_glass", ...person },
      { ...waits, canBeFreed: false },
    ),
    tokenHand("service token", service, { type: "service", counted_as: service.id }, runs),
    ...(await sponsoredHands(slug, owner)),
    ...(await appHands(owner, clients, proposes ? waits : runs)),
  ];
}

interface Minted {
  id: string;
  value: string;
}

function mintOf(slug: string, type: string, member?: SignedIn, ...more: string[]): Promise<Minted> {
  const whose = member === undefined ? [] : ["--member", member.email];
  return jst<Minted>("token", "mint", "--team", slug, "--type", type, ...whose, ...more);
}

/** No rule names a session by its id. */
function sessionHand(title: string, sends: SignedIn, hand: Pick<Hand, "type" | "counted_as">): WritingHand {
  return { title, sends, hand: { door: "console", token_id: "", ...hand }, matrix: runs, ...all };
}

function tokenHand(
  title: string,
  { id, value }: Minted,
  hand: Pick<Hand, "type" | "counted_as">,
  matrix: MatrixHand,
): WritingHand {
  return { title, sends: value, hand: { door: "rest", token_id: id, ...hand }, matrix, ...all };
}

/** Makes service tokens whose sponsors are an admin, and a member who was one: rules take the latter as human. */
async function sponsoredHands(slug: string, owner: SignedIn): Promise<WritingHand[]> {
  const hands: WritingHand[] = [];
  for (const role of ["admin", "member"] as const) {
    const sponsor = await signedIn(slug, "admin", `${role}-sponsor`);
    const body = { name: "Sponsored", type: "service" };
    const token = await done<Minted>(sponsor, "POST", "tokens", body);
    if (role === "member") await done(owner, "PATCH", `members/${await memberIdOf(sponsor)}`, { role });
    const [type, matrix] = role === "member" ? (["human", waits] as const) : (["service", runs] as const);
    const hand = { type, counted_as: token.id };
    hands.push(tokenHand(`service token of a sponsor who is ${role}`, token, hand, matrix));
  }
  return hands;
}

/** Connects both apps to the team of the member. */
async function appHands(member: SignedIn, clients: Clients, matrix: MatrixHand): Promise<WritingHand[]> {
  const presets = ["tables", "projects_knowledge"] as const;
  const values: string[] = [];
  for (const [n, clientId] of clients.entries()) {
    const grant = { preset: presets[n] ?? "tables", resource: fleet().base_url };
    values.push((await connected(member, clientId, grant)).access_token);
  }
  const apps = await listAs<{ id: string; client_id: string }>(member, "connected-apps", "connected_apps");
  return clients.map((clientId, n) => {
    const { id } = apps.find((app) => app.client_id === clientId) ?? assert.fail(`${clientId} is connected`);
    const isOfTables = n === 0;
    return {
      title: `app with the preset ${presets[n]}`,
      sends: values[n] ?? "",
      hand: { door: "rest", type: "oauth_app", token_id: id, client_id: clientId, counted_as: id },
      matrix,
      writes: [isOfTables ? "rows" : "articles"],
      mayDelete: isOfTables,
    };
  });
}
