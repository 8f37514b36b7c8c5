import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { until } from "@jst/testing";
import { mintPersonal, newTeam } from "./fleet.ts";
import { done, eachOf, listAs, memberIdOf, sendUntilKnown, type HandOfRequest } from "./member-api.ts";
import { signedIn, type SignedIn } from "./sessions.ts";

const END_MS = 120_000;
const AT_ONCE = 4;

/** Proposal to create a contact or a row of this name. */
export interface Proposal {
  id: string;
  name: string;
}

/** Team whose rule wants two approvals of its three admins, and who writes and decides in it. */
export interface VotingTeam {
  slug: string;
  token: string;
  tableId: string;
  owner: SignedIn;
  /** Members who propose by tokens, as they are signed in. */
  proposers: readonly { token: string; member: SignedIn }[];
  /** Admins by the hand that decides, as they are signed in, and by their ids. */
  approvers: readonly { hand: HandOfRequest; member: SignedIn; id: string }[];
}

interface Changeset {
  id: string;
  status: string;
  reversible: boolean;
  approval?: { needed: number; approvals: { by: { id: string } }[] };
}

interface Notice {
  kind: string;
  subject: { id: string };
  read_at: string | null;
}

/** Makes the team. */
export async function makeVotingTeam(name: string): Promise<VotingTeam> {
  const { slug, token } = await newTeam(name);
  const owner = await signedIn(slug, "owner", "lead");
  const columns = [{ name: "name", type: "text" }];
  const table = { name: "things", display_name: "Things", columns };
  const { id: tableId } = await done<{ id: string }>(token, "POST", "data/tables", table);
  const approvers: VotingTeam["approvers"][number][] = [];
  for (const one of ["ada", "bo", "cy"]) {
    const member = await signedIn(slug, "admin", one);
    const hand = one === "bo" ? await mintPersonal(slug, `human:admin:${one}`) : member;
    approvers.push({ hand, member, id: await memberIdOf(member) });
  }
  const proposers: VotingTeam["proposers"][number][] = [];
  for (let n = 0; n < AT_ONCE; n += 1)
    proposers.push({
      token: await mintPersonal(slug, `human:member:agent${n}`),
      member: await signedIn(slug, "member", `agent${n}`),
    });
  const rule = { name: "Two of three", outcome: "queue", approvers: { roles: ["admin"] }, needed: 2 };
  await done(owner, "POST", "approval-rules", rule);
  await until("the rule is in force for every proposer", END_MS, async () => {
    const rules = await Promise.all(
      proposers.map(async (_, n) => (await propose({ slug, token, tableId, proposers }, "probe", n)).rule),
    );
    return rules.every((one) => one !== undefined) || undefined;
  });
  return { slug, token, tableId, owner, proposers, approvers };
}

/** Proposes a contact or a row, in turn. */
export async function propose(
  team: Pick<VotingTeam, "slug" | "token" | "tableId" | "proposers">,
  name: string,
  n: number,
): Promise<Proposal & { rule?: object }> {
  const { token = "" } = team.proposers[n % team.proposers.length] ?? {};
  const [path, body] =
    Math.floor(n / team.proposers.length) % 2 === 0
      ? ["contacts", { first_name: name }]
      : [`data/tables/${team.tableId}/rows`, { data: { name } }];
  const key = { "idempotency-key": randomUUID() };
  const answer = await sendUntilKnown(token, "POST", path, body, key);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  const { changeset_id: id, rule } = answer.body as { changeset_id: string; rule?: object };
  return { id, name, ...(rule && { rule }) };
}

/** Sends an approval or a rejection until it is known; every third approval goes out in two tabs at once. */
export async function decide(hand: HandOfRequest, { id }: Proposal, verb: string, n: number): Promise<void> {
  const tabs = verb === "approve" && n % 3 === 0 ? 2 : 1;
  const sendOne = () => sendUntilKnown(hand, "POST", `changesets/${id}/${verb}`, {});
  const answers = await Promise.all(Array.from({ length: tabs }, sendOne));
  for (const { status, body } of answers) {
    const { code } = body as { code?: string };
    if (status !== 200) assert.equal(code, "changeset_not_pending", `${verb} ${id}: ${JSON.stringify(body)}`);
  }
}

/** Requires that every proposal is executed by two approvals or ended by a rejection, with all that belongs to it. */
export async function requireDecided(
  team: VotingTeam,
  proposals: readonly Proposal[],
  rejectable: ReadonlySet<string>,
): Promise<{ executed: Changeset[]; rejected: number }> {
  const found = new Map<string, Changeset>();
  await eachOf(proposals, AT_ONCE, async ({ id }) => {
    found.set(id, await done<Changeset>(team.token, "GET", `changesets/${id}`));
  });
  const names = new Map(proposals.map(({ id, name }) => [id, name]));
  const executed = [...found.values()].filter(({ status }) => status === "executed");
  const rejected = [...found.values()].filter(({ status }) => status === "rejected");
  assert.equal(
    executed.length + rejected.length,
    proposals.length,
    "a proposal is neither executed nor rejected",
  );
  const approvers = new Set(team.approvers.map(({ id }) => id));
  for (const { id, approval, reversible } of executed) {
    const by = approval?.approvals.map((vote) => vote.by.id) ?? [];
    assert.deepEqual([by.length, new Set(by).size, approval?.needed], [2, 2, 2], `${id} has two approvals`);
    assert.ok(
      by.every((one) => approvers.has(one)),
      `${id} is approved by approvers`,
    );
    assert.ok(reversible, `${id} can be undone`);
  }
  for (const { id, approval } of rejected) {
    assert.ok(rejectable.has(id), `${id} is rejected by nobody`);
    assert.ok(
      (approval?.approvals.length ?? 0) < 2,
      `${id} is rejected with ${approval?.approvals.length} approvals`,
    );
  }
  const stored = (await storedNames(team)).filter((name) => name !== "probe");
  const wanted = executed.map(({ id }) => names.get(id) ?? "");
  assert.deepEqual(
    stored.sort(),
    wanted.sort(),
    "each executed proposal has its object once, and no other has one",
  );
  await requireAudited(team, found);
  await requireNotices(team, [...found.keys()]);
  return { executed, rejected: rejected.length };
}

/** Names of all contacts and rows. */
async function storedNames({ token, tableId }: VotingTeam): Promise<string[]> {
  const contacts = await listAs<{ first_name: string }>(token, "contacts", "contacts");
  const rows = await listAs<{ data: { name: string } }>(token, `data/tables/${tableId}/rows`, "rows");
  return [...contacts.map(({ first_name }) => first_name), ...rows.map(({ data }) => data.name)];
}

/** Requires one entry of each act: the proposal, each approval that is stored, and the end. */
async function requireAudited({ token }: VotingTeam, found: ReadonlyMap<string, Changeset>): Promise<void> {
  const wanted = [...found.values()].flatMap(({ id, status, approval }) => {
    const count = approval?.approvals.length ?? 0;
    const votes = status === "executed" ? count - 1 : count;
    const end = status === "executed" ? "changeset.approve" : "changeset.reject";
    return ["changeset.propose", ...Array<string>(votes).fill("changeset.vote"), end].map(
      (act) => `${id} ${act}`,
    );
  });
  const acts = await until("every act is in the audit log", END_MS, async () => {
    const path = "audit?resource=changesets&outcome=success";
    const all = await listAs<{ action: string; resource_id: string }>(token, path, "audit");
    const own = all.filter(({ resource_id: id }) => found.has(id));
    return own.length >= wanted.length ? own : undefined;
  });
  assert.deepEqual(acts.map(({ resource_id: id, action }) => `${id} ${action}`).sort(), wanted.sort());
}

/** Requires one notice of each proposal for each approver, which is read, and one of its end for the proposer. */
async function requireNotices({ approvers, proposers }: VotingTeam, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  const noticesOf = async (member: SignedIn, kind: string, count: number) =>
    until(`${member.email} has ${count} notices ${kind}`, END_MS, async () => {
      const path = `notifications?kind=${kind}`;
      const own = (await listAs<Notice>(member, path, "notifications")).filter(({ subject }) =>
        wanted.has(subject.id),
      );
      const isReady =
        own.length >= count && (kind !== "proposal_waits" || own.every((one) => one.read_at !== null));
      return isReady ? own.map(({ subject }) => subject.id).sort() : undefined;
    });
  for (const { member } of approvers)
    assert.deepEqual(await noticesOf(member, "proposal_waits", ids.length), [...ids].sort());
  const decided: string[] = [];
  for (const { member } of proposers)
    decided.push(...(await noticesOf(member, "proposal_decided", Math.floor(ids.length / proposers.length))));
  assert.deepEqual(decided.sort(), [...ids].sort(), "the proposer of each has one notice of its end");
}

/** Undoes some of the executed proposals; their objects are gone, and those of the others are there. */
export async function requireUndone(team: VotingTeam, executed: readonly Changeset[]): Promise<void> {
  const before = (await storedNames(team)).length;
  await eachOf(executed, AT_ONCE, async ({ id }) => {
    await done(team.owner, "POST", `changesets/${id}/undo`, {}, { "idempotency-key": randomUUID() });
    const { status } = await done<Changeset>(team.token, "GET", `changesets/${id}`);
    assert.equal(status, "undone");
  });
  assert.equal((await storedNames(team)).length, before - executed.length);
}
