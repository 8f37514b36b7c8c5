import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { jst, mintPersonal, mintToken, newTeam, type ScopeList } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { consoleHeaders, signedIn } from "../src/sessions.ts";

/**
 * Rights of a token by its minter and purpose (tokens.minter): every minter mints every kind, and each token tries
 * every act. The table of expected results is independent of the product's rules.
 */
type Credentials = { token: string } | { headers: Record<string, string> };

/** A minter, and the member whose authority it has in the end. */
const minters = {
  operator: { root: "operator", isPerson: false, mints: true },
  "owner's session": { root: "owner", isPerson: true, mints: true },
  "admin's session": { root: "admin", isPerson: true, mints: true },
  "member's session": { root: "member", isPerson: true, mints: false },
  "owner's human token": { root: "owner", isPerson: false, mints: false },
  "operator's service token": { root: "operator", isPerson: false, mints: true },
  "operator's narrow token": { root: "operator", isPerson: false, mints: true },
  "owner's service token": { root: "owner", isPerson: false, mints: true },
  "admin's service token": { root: "admin", isPerson: false, mints: true },
  "service token of admin's": { root: "admin", isPerson: false, mints: true },
} as const;
type Minter = keyof typeof minters;

const kinds = [
  "service",
  "own human",
  "other's human",
  "break_glass",
  "own connect",
  "other's connect",
] as const;
type Kind = (typeof kinds)[number];

const acts = [
  "add viewer",
  "add owner",
  "rename owner",
  "mint",
  "approve",
  "reject",
  "undo",
  "set",
  "end app",
] as const;
type Act = (typeof acts)[number];

const narrow: ScopeList = [
  { resource: "tokens", actions: ["write"] },
  { resource: "contacts", actions: ["read"] },
];

/** The expected outcome. */
function isRight(minter: Minter, kind: Kind, act: Act): boolean {
  const { root, isPerson } = minters[minter];
  const isNarrow = minter === "operator's narrow token";
  if (kind === "service") {
    if (act === "mint") return true;
    if (isNarrow) return false;
    if (act === "add owner" || act === "rename owner") return root !== "admin";
    return act === "add viewer" || act === "end app";
  }
  if (act === "end app") return true;
  if (!["approve", "reject", "undo"].includes(act) || kind === "break_glass") return false;
  return minter === "operator" || (isPerson && kind.startsWith("own"));
}

let slug = "";
let ownerId = "";
let victimId = "";
const ids: Record<string, string> = {};
const as = {} as Record<Minter, Credentials>;
let executed = "";
let member: Credentials;
/** The status of a refusal: a change set that a token does not read is absent to it. */
const refusals: Partial<Record<Act, readonly number[]>> = { undo: [403, 404] };
const passed = ({ status }: Answer, act: Act): boolean =>
  status < 300 || status === 409 || (status === 404 && act !== "undo");

function call(who: Credentials, method: string, path: string, body?: unknown): Promise<Answer> {
  return send({ method, path: `/api/v1/${path}`, ...who, ...(body === undefined ? {} : { body }) });
}

async function minted(who: Credentials, body: object): Promise<Credentials> {
  const answer = await call(who, "POST", "tokens", { name: "x", ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { token: (answer.body as { value: string }).value };
}

async function atConsole(role: string, name?: string): Promise<Credentials> {
  const { email, cookie } = await signedIn(slug, role, name);
  const session = { headers: consoleHeaders({ cookie }) };
  const { body } = await call(session, "GET", "session");
  ids[role] = (body as { member: { id: string } }).member.id;
  ids[email] = ids[role];
  return session;
}

before(async () => {
  const team = await newTeam("minters");
  slug = team.slug;
  const [owner, admin] = [await atConsole("owner"), await atConsole("admin")];
  member = await atConsole("member");
  const add = ["member", "add", "--team", slug, "--email", `victim@${slug}.test`, "--role", "owner"];
  victimId = (await jst<{ id: string }>(...add)).id;
  ownerId = ids["owner"] ?? "";
  const adminsToken = await minted(admin, { type: "service" });
  Object.assign(as, {
    "owner's session": owner,
    "admin's session": admin,
    "member's session": member,
    "owner's human token": { token: await mintPersonal(slug, "human:owner:other") },
    "operator's service token": { token: team.token },
    "operator's narrow token": { token: await mintToken(slug, narrow) },
    "owner's service token": await minted(owner, { type: "service" }),
    "admin's service token": adminsToken,
    "service token of admin's": await minted(adminsToken, { type: "service" }),
  });
  const made = await call({ token: team.token }, "POST", "contacts", { first_name: "Ada" });
  executed = made.headers.get("x-changeset-id") ?? "";
});

/** The member that a token of this kind names: the minter, or a service token's owner; and another member. */
function memberOf(minter: Minter, kind: Kind): string {
  if (!kind.startsWith("own")) return victimId;
  return minters[minter].isPerson ? (ids[minters[minter].root] ?? "") : ownerId;
}

/** Mints as the pair says; undefined where it is refused, and for what the operator has no command for. */
async function mintAs(minter: Minter, kind: Kind): Promise<Credentials | undefined> {
  const member_id = memberOf(minter, kind);
  const scopes = minter === "operator's narrow token" ? { scopes: narrow } : {};
  if (minter === "operator") return mintByOperator(kind);
  const answer = kind.endsWith("connect")
    ? await call(as[minter], "POST", "extension/connect", { member_id, ...scopes })
    : await call(as[minter], "POST", "tokens", { name: "x", ...bodyOf(kind, member_id), ...scopes });
  assert.equal(answer.status, minters[minter].mints ? 201 : 403, `${minter}, ${kind}: ${codeOf(answer)}`);
  return answer.status === 201 ? { token: (answer.body as { value: string }).value } : undefined;
}

function bodyOf(kind: Kind, member_id: string): object {
  if (kind === "service") return { type: "service" };
  if (kind === "break_glass") return { type: "break_glass", member_id, reason: "a test" };
  return { type: "human", member_id };
}

async function mintByOperator(kind: Kind): Promise<Credentials | undefined> {
  if (kind === "service") return { token: await mintToken(slug) };
  if (kind.endsWith("connect")) return undefined;
  const type = kind === "break_glass" ? "break_glass" : "human";
  return { token: await mintPersonal(slug, `${type}:owner:${kind === "own human" ? "console" : "second"}`) };
}

const attempts: Record<Act, (who: Credentials) => Promise<Answer>> = {
  "add viewer": (who) => call(who, "POST", "members", newMember("viewer")),
  "add owner": (who) => call(who, "POST", "members", newMember("owner")),
  "rename owner": (who) => call(who, "PATCH", `members/${victimId}`, { name: randomUUID() }),
  mint: (who) =>
    call(who, "POST", "tokens", {
      name: "y",
      type: "service",
      scopes: [{ resource: "contacts", actions: ["read"] }],
    }),
  approve: (who) => call(who, "POST", `changesets/${executed}/approve`),
  reject: (who) => call(who, "POST", `changesets/${executed}/reject`),
  undo: (who) => call(who, "POST", `changesets/${executed}/undo`),
  set: (who) => call(who, "PATCH", "settings/trust.rest", { value: "queue" }),
  "end app": (who) => call(who, "DELETE", `connected-apps/${randomUUID()}`),
};
const newMember = (role: string) => ({ email: `${randomUUID()}@example.org`, role, notify: false });

describe("what was minted does what its minter may do, and decides only for a person who is proven:", () => {
  for (const minter of Object.keys(minters) as Minter[])
    test(`by ${minter}`, async () => {
      for (const kind of kinds) {
        const who = await mintAs(minter, kind);
        if (who === undefined) continue;
        for (const act of acts) {
          const answer = await attempts[act](who);
          const seen = `${answer.status} ${codeOf(answer) ?? ""}`;
          assert.equal(passed(answer, act), isRight(minter, kind, act), `${kind}, ${act}: ${seen}`);
          const refused = refusals[act] ?? [403];
          if (!passed(answer, act)) assert.ok(refused.includes(answer.status), `${kind}, ${act}: ${seen}`);
        }
      }
    });
});

async function proposals(count: number, by: Credentials): Promise<string[]> {
  const sent = Array.from({ length: count }, (_, n) => call(by, "POST", "contacts", { first_name: `P${n}` }));
  return (await Promise.all(sent)).map(({ status, body }) => {
    assert.equal(status, 202);
    return (body as { changeset_id: string }).changeset_id;
  });
}

test("of 64 approvals while the admin loses the role each is done or refused, and none that begins afterwards", async () => {
  const approver = await atConsole("admin", "lowered");
  const proposer = { token: await mintPersonal(slug, "human:member:proposing") };
  const waiting = await proposals(64, proposer);
  const late = waiting.splice(0, 8);
  const sent = waiting.map((id) => call(approver, "POST", `changesets/${id}/approve`));
  const lowered = await call(as["owner's session"], "PATCH", `members/${ids["admin"]}`, { role: "member" });
  assert.equal(lowered.status, 200);
  const after = await Promise.all(late.map((id) => call(approver, "POST", `changesets/${id}/approve`)));
  // To a member whom no rule names it is absent (rules.approvers).
  const isRefused = (status: number) => status === 403 || status === 404;
  assert.ok(
    after.every(({ status }) => isRefused(status)),
    JSON.stringify(after),
  );
  const replies = await Promise.all(sent);
  for (const [place, { status }] of replies.entries()) {
    const { body } = await call(proposer, "GET", `changesets/${waiting[place]}`);
    assert.ok(status === 200 || isRefused(status), String(status));
    assert.equal((body as { status: string }).status, status === 200 ? "executed" : "queued");
  }
});

test("a session and a token of one person are one person, also at once", async () => {
  const own = { token: await mintPersonal(slug, "human:owner:one") };
  const session = await atConsole("owner", "one");
  const [id = ""] = await proposals(1, own);
  const approve = (who: Credentials) => call(who, "POST", `changesets/${id}/approve`);
  const refused = await Promise.all([own, session, own, session].map(approve));
  assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([403]));
  const second = { token: await mintPersonal(slug, "human:owner:two") };
  const both = await Promise.all([second, await atConsole("owner", "two")].map(approve));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test("a removed admin is gone in every token that came from the admin", async () => {
  const { status } = await call(
    as["owner's session"],
    "DELETE",
    `members/${ids[`admin.console@${slug}.test`]}`,
  );
  assert.equal(status, 200);
  for (const minter of ["admin's session", "admin's service token", "service token of admin's"] as const)
    while ((await call(as[minter], "GET", "contacts")).status !== 401);
  const { body } = await call(as["owner's session"], "GET", "tokens?limit=500");
  const { tokens } = body as { tokens: { sponsor_id: string | null; revoked_reason: string | null }[] };
  const reasons = tokens
    .filter(({ sponsor_id }) => sponsor_id === ids[`admin.console@${slug}.test`])
    .map(({ revoked_reason }) => revoked_reason);
  assert.deepEqual(new Set(reasons), new Set(["minter_removed", "member_removed"]));
});
