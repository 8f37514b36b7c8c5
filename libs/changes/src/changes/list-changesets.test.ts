import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestTeam, anotherToken, human, propose, testCaller, testNotes, testTeam } from "@jst/testing";
import type { Caller } from "@jst/caller";

const { door } = await testNotes();

async function list(caller: Caller, wanted: object = {}) {
  const { status, body } = await door.callAs("agent", "ListChangesets", { limit: 501, ...wanted }, caller);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { changesets: { id: string; status: string; created_at: string }[] }).changesets;
}

async function write({ service }: TestTeam, slug: string): Promise<string> {
  const { headers } = await door.call("CreateNote", { caller: service, body: { title: "Ada", slug } });
  return headers["x-changeset-id"] ?? "";
}

function idsOf(changesets: readonly { id: string }[]): string[] {
  return changesets.map(({ id }) => id);
}

test("proposals, direct writes and undos are one list, newest first, each as GetChangeset shows it", async () => {
  const team = testTeam();
  const { changeset_id: proposal } = await propose(door, team.member, "CreateNote", {
    body: { title: "Ada", slug: "a@x.org" },
  });
  const direct = await write(team, "b@x.org");
  const undone = await write(team, "c@x.org");
  const undo = await door.call("UndoChangeset", { caller: team.admin, path: { changeset_id: undone } });
  const listed = await list(team.admin);
  assert.deepEqual(idsOf(listed), [undo.body.id, undone, direct, proposal]);
  for (const one of listed) {
    const { body } = await door.call("GetChangeset", { caller: team.admin, path: { changeset_id: one.id } });
    delete body.request;
    assert.deepEqual({ ...one, comment_count: 0, comments: [] }, body);
  }
});

test("an approved proposal is listed once, where it was proposed", async () => {
  const team = testTeam();
  const path = await propose(door, team.member, "CreateNote", { body: { title: "Ada", slug: "a@x.org" } });
  const direct = await write(team, "b@x.org");
  await door.call("ApproveChangeset", { caller: team.admin, path });
  const listed = await list(team.admin);
  assert.deepEqual(
    listed.map(({ id, status }) => [id, status]),
    [
      [direct, "executed"],
      [path.changeset_id, "executed"],
    ],
  );
});

test("a status lists those alone that have it now", async () => {
  const team = testTeam();
  const { changeset_id: queued } = await propose(door, team.member, "CreateNote", {
    body: { title: "Ada", slug: "a@x.org" },
  });
  const rejected = await propose(door, team.member, "CreateNote", {
    body: { title: "Ada", slug: "b@x.org" },
  });
  await door.call("RejectChangeset", { caller: team.admin, path: rejected, body: { reason: "No." } });
  const executed = await write(team, "c@x.org");
  const undone = await write(team, "d@x.org");
  const undo = await door.call("UndoChangeset", { caller: team.admin, path: { changeset_id: undone } });
  const ids = async (status: string) => idsOf(await list(team.admin, { status }));
  assert.deepEqual(await ids("queued"), [queued]);
  assert.deepEqual(await ids("rejected"), [rejected.changeset_id]);
  assert.deepEqual(await ids("executed"), [undo.body.id, executed]);
  assert.deepEqual(await ids("undone"), [undone]);
  assert.deepEqual(await ids("withdrawn"), []);
});

test("decidable lists the open proposals that the caller may decide on, and no others", async () => {
  const team = testTeam();
  const { admin, member } = team;
  const ask = async (caller: Caller) => idsOf(await list(caller, { decidable: true }));
  const proposed = async (caller: Caller, slug: string) =>
    (await propose(door, caller, "CreateNote", { body: { title: "Ada", slug } })).changeset_id;
  await write(team, "direct");
  const [first, own, gone] = [
    await proposed(member, "a"),
    await proposed(admin, "b"),
    await proposed(member, "c"),
  ];
  await door.call("WithdrawChangeset", { caller: member, path: { changeset_id: gone } });
  const app = testCaller({
    team_id: member.team_id,
    token_type: "oauth_app",
    member_id: admin.member_id ?? "",
    role: "admin",
    oauth_app: { client_id: "c", client_name: "Claude", issuer: "https://base.test" },
  });
  const ofApp = await proposed(app, "d");
  const owner = human(member.team_id, "owner");
  door.callers.remember(owner);
  assert.deepEqual(await ask(admin), [first]);
  const session = { ...anotherToken(admin), token_type: "member", door: "console" } as const;
  assert.deepEqual(await ask(session), [ofApp, first]);
  assert.deepEqual(await ask(owner), [ofApp, own, first]);
  for (const caller of [member, team.service, human(member.team_id, "member"), human(testCaller().team_id)])
    assert.deepEqual(await ask(caller), []);
  for (const id of [first, ofApp]) {
    const decided = await door.call("ApproveChangeset", { caller: session, path: { changeset_id: id } });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
  }
  assert.deepEqual(await ask(session), []);
});

test("since is an inclusive floor, and before with a limit walks all of them once", async () => {
  const team = testTeam();
  const made: string[] = [];
  for (const name of ["a", "b", "c", "d"]) made.unshift(await write(team, `${name}@x.org`));
  const all = await list(team.service);
  assert.deepEqual(idsOf(all), made);
  const since = all[1]?.created_at ?? "";
  const later = idsOf(await list(team.service, { since }));
  assert.deepEqual(later, idsOf(all.filter((one) => one.created_at >= since)));
  assert.deepEqual(await list(team.service, { since: "9999-01-01T00:00:00Z" }), []);
  const walked: string[] = [];
  for (let page = all.slice(0, 1); page.length > 0;) {
    walked.push(...idsOf(page));
    page = await list(team.service, { limit: 1, before: walked.at(-1)?.slice(4) });
  }
  assert.deepEqual(walked, made);
});

test("changesets of large images end a page before 4 MiB, and a walk holds each once", async () => {
  const team = testTeam();
  const made: string[] = [];
  for (let n = 0; n < 7; n++) {
    const body = { title: `n${n}`, custom: { note: String(n).repeat(900_000) } };
    const { headers } = await door.call("CreateNote", { caller: team.service, body });
    made.unshift(headers["x-changeset-id"] ?? "");
  }
  const walked: string[] = [];
  const sizes: number[] = [];
  for (let isMore = true; isMore;) {
    const before = walked.at(-1)?.slice(4);
    const wanted = { limit: 501, ...(before === undefined ? {} : { before }) };
    const { body } = await door.callAs("agent", "ListChangesets", wanted, team.service);
    const page = body as { changesets: { id: string }[]; has_more: boolean };
    walked.push(...idsOf(page.changesets));
    sizes.push(page.changesets.length);
    isMore = page.has_more;
  }
  assert.deepEqual(walked, made);
  assert.deepEqual(sizes, [4, 3]);
});

test("without audit:read a caller sees those of its own member or token, and no other team's", async () => {
  const team = testTeam();
  const { changeset_id: own } = await propose(door, team.member, "CreateNote", {
    body: { title: "Ada", slug: "a@x.org" },
  });
  const direct = await write(team, "b@x.org");
  assert.deepEqual(idsOf(await list(team.member)), [own]);
  assert.deepEqual(idsOf(await list(anotherToken(team.member))), [own]);
  assert.deepEqual(await list(human(team.member.team_id, "member")), []);
  const narrow = { ...team.service, scopes: [{ resource: "articles", actions: ["write"] }] } as Caller;
  assert.deepEqual(idsOf(await list(narrow)), [direct]);
  assert.deepEqual(await list({ ...narrow, token_id: testCaller().token_id }), []);
  assert.deepEqual(await list(testCaller()), []);
});

test("only agent asks, and for somebody", async () => {
  const { service } = testTeam();
  await assert.rejects(door.callAs("data", "ListChangesets", { limit: 1 }, service), /UNAUTHENTICATED/);
  assert.equal((await door.callAs("agent", "ListChangesets", { limit: 1 })).status, 500);
});

test("a record lists what changed it and what waits to, and nothing of another record or team", async () => {
  const team = testTeam();
  const { service, admin, member } = team;
  const made = await door.call("CreateNote", { caller: service, body: { title: "Ada", slug: "a@x.org" } });
  const { id } = made.body as { id: string };
  const other = await write(team, "b@x.org");
  const path = { note_id: id };
  const changed = await door.call("UpdateNote", { caller: service, path, body: { title: "Bea" } });
  const proposal = await propose(door, member, "UpdateNote", { path, body: { title: "Cy" } });
  const withdrawn = await propose(door, member, "UpdateNote", { path, body: { title: "Dee" } });
  await door.call("WithdrawChangeset", { caller: member, path: withdrawn });
  const of = { resource: "notes", resource_id: id };
  const listed = await list(admin, of);
  assert.deepEqual(idsOf(listed), [
    proposal.changeset_id,
    changed.headers["x-changeset-id"],
    made.headers["x-changeset-id"],
  ]);
  assert.ok(!idsOf(listed).includes(other));
  assert.deepEqual(idsOf(await list(admin, { ...of, status: "queued" })), [proposal.changeset_id]);
  assert.deepEqual(idsOf(await list(admin, { ...of, decidable: true })), [proposal.changeset_id]);
  assert.deepEqual(await list(testTeam().admin, of), []);
  assert.deepEqual(await list(admin, { ...of, resource: "contacts" }), []);
});
