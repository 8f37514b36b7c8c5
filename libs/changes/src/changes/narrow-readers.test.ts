import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller, Scope } from "@jst/caller";
import { anotherToken, propose, testNotes, testTeam } from "@jst/testing";

const { door } = await testNotes();
const body = { title: "Ada", slug: "ada" };

const elsewhere: Scope[] = [{ resource: "tables", actions: ["read", "write", "delete", "admin"] }];
const writing: Scope[] = [{ resource: "articles", actions: ["write"] }];
const auditing: Scope[] = [{ resource: "audit", actions: ["read", "admin"] }];

/** Another token of the same member, with these scopes. */
const narrow = (caller: Caller, scopes: Scope[]): Caller => ({ ...anotherToken(caller), scopes });

interface Shown {
  id: string;
  summary: string;
  operations: { before: unknown; after: unknown; redacted?: boolean }[];
}

async function listed(caller: Caller): Promise<Shown[]> {
  const { status, body: page } = await door.callAs("agent", "ListChangesets", { limit: 501 }, caller);
  assert.equal(status, 200);
  return (page as { changesets: Shown[] }).changesets;
}

/** Shows a changeset to a caller by GET and in the list; both must agree. */
async function seen(caller: Caller, path: { changeset_id: string }): Promise<Shown | undefined> {
  const reply = await door.call("GetChangeset", { caller, path });
  const one = (await listed(caller)).find(({ id }) => id === path.changeset_id);
  if (reply.status === 404) assert.equal(one, undefined);
  else assert.deepEqual([reply.status, reply.body], [200, { ...one, comment_count: 0, comments: [] }]);
  return one;
}

function assertRedacted(shown: Shown | undefined, summary: string): void {
  assert.ok(shown !== undefined);
  assert.equal(shown.summary, summary);
  assert.ok(!JSON.stringify(shown).includes("Ada"), JSON.stringify(shown));
  for (const { before, after, redacted } of shown.operations)
    assert.deepEqual([before, after, redacted], [null, null, true]);
}

test("another token of the member that may read nothing of a changeset finds none, and withdraws none", async () => {
  const { member } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  for (const scopes of [elsewhere, writing]) {
    const other = narrow(member, scopes);
    assert.equal(await seen(other, path), undefined);
    const reply = await door.call("WithdrawChangeset", { caller: other, path });
    const absent = await door.call("WithdrawChangeset", {
      caller: other,
      path: { changeset_id: `crm_${randomUUID()}` },
    });
    assert.deepEqual(
      [reply.status, reply.body.code, reply.body.detail],
      [404, "not_found", absent.body.detail],
    );
  }
  const reader = narrow(member, [{ resource: "articles", actions: ["read"] }]);
  assert.equal((await seen(reader, path))?.summary, "Create note Ada");
  assert.equal((await door.call("WithdrawChangeset", { caller: reader, path })).status, 200);
});

test("an executed changeset is absent to the other narrow tokens of its member as well", async () => {
  const { member } = testTeam();
  const executing: Caller = { ...member, team: { ...member.team, trust_rest: "execute" } };
  const { headers } = await door.call("CreateNote", { caller: executing, body });
  const path = { changeset_id: headers["x-changeset-id"] ?? "" };
  assert.equal(await seen(narrow(member, elsewhere), path), undefined);
  assert.equal((await seen(anotherToken(member), path))?.summary, "Create note Ada");
});

test("a refreshed token reads what its sign-in proposed, without what its scopes do not read", async () => {
  const { member } = testTeam();
  const signIn: Caller = { ...member, family_id: randomUUID(), scopes: writing };
  const reply = await door.call("CreateNote", { caller: signIn, body });
  assert.equal(reply.status, 202);
  assert.deepEqual(
    reply.body.preview.map(({ after, redacted }: { after: unknown; redacted?: true }) => [after, redacted]),
    [[null, true]],
  );
  const path = { changeset_id: reply.body.changeset_id as string };
  const refreshed = anotherToken(signIn);
  assertRedacted(await seen(refreshed, path), "Create note");
  assert.equal(await seen({ ...refreshed, family_id: randomUUID() }, path), undefined);
  const withdrawn = await door.call("WithdrawChangeset", { caller: refreshed, path });
  assert.equal(withdrawn.status, 200);
  assertRedacted(withdrawn.body as Shown, "Create note");
});

test("audit:read alone shows who did how much to what, and decides without seeing it", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const auditor: Caller = { ...admin, scopes: auditing };
  assertRedacted(await seen(auditor, path), "Create note");
  const approved = await door.call("ApproveChangeset", { caller: auditor, path });
  assert.deepEqual([approved.status, approved.body.result], [200, null]);
  assertRedacted(approved.body as Shown, "Create note");
  const undone = await door.call("UndoChangeset", { caller: auditor, path });
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assertRedacted(undone.body as Shown, "Delete note");
});
