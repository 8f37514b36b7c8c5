import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller, Scope } from "@jst/caller";
import { human, testCaller, type TestReply } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, files } = await testComms();

const comms: Scope = { resource: "comms", actions: ["read", "write", "delete", "admin"] };
const narrow = (caller: Caller, ...more: Scope[]): Caller => ({ ...caller, scopes: [comms, ...more] });
const reads = (resource: string): Scope => ({ resource, actions: ["read"] });
const writes = (resource: string): Scope => ({ resource, actions: ["write"] });

function fileOfTeam(): string {
  const id = randomUUID();
  files.set(id, { name: "private.pdf", mime_type: "application/pdf", bytes: Buffer.from("private") });
  return id;
}

const mail = (attachments: string[]) => ({
  to: "eve@example.org",
  subject: "Files",
  text: "Here.",
  attachments,
});
const send = (caller: Caller, attachments: string[]) =>
  door.call("SendMessage", { caller, body: mail(attachments) });
const problem = ({ status, body }: TestReply) => {
  return { ...(body as object), status, request_id: undefined, trace_id: undefined };
};

test("an attachment takes files:read, and the refusal is the same for an absent and an existing file", async () => {
  const caller = narrow(testCaller());
  const [existing, absent] = [await send(caller, [fileOfTeam()]), await send(caller, [randomUUID()])];
  assert.deepEqual(problem(existing), problem(absent));
  const { status, code, required_scope, field } = problem(existing) as Record<string, unknown>;
  assert.deepEqual(
    [status, code, required_scope, field],
    [403, "insufficient_scope", "files:read", "attachments.0"],
  );
  assert.equal((await send(narrow(caller, writes("files")), [fileOfTeam()])).status, 403);
  assert.equal((await send(narrow(caller, reads("files")), [fileOfTeam()])).status, 202);
  assert.equal((await send(caller, [])).status, 202);
});

const rule = (actions: object[]) => ({
  name: `Rule ${randomUUID()}`,
  match: { any: [{ field: "subject", op: "contains", value: "x" }] },
  actions,
});
const create = (caller: Caller, body: object) => door.call("CreateEmailRule", { caller, body });

test("actions of a rule take the right to do them, also in a rule that replaces one without them", async () => {
  const caller = testCaller();
  const [tag, row] = [
    { type: "tag_contact", tag: "pwn" },
    { type: "create_row", table_id: randomUUID(), data: { a: "hello" } },
  ];
  const notify = { type: "notify", member_id: randomUUID() };
  const harmless = rule([notify]);
  assert.equal((await create(narrow(caller), harmless)).status, 201);
  for (const [action, required_scope, field] of [
    [tag, "contacts:write", "actions.1.tag"],
    [row, "tables:write", "actions.1.table_id"],
  ] as const) {
    const refused = await create(narrow(caller), { ...harmless, actions: [notify, action] });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.required_scope, refused.body.field],
      [403, "insufficient_scope", required_scope, field],
    );
    const [resource = ""] = required_scope.split(":");
    const changed = { ...harmless, actions: [notify, action] };
    assert.equal((await create(narrow(caller, reads(resource)), changed)).status, 403);
    assert.equal((await create(narrow(caller, writes(resource)), changed)).status, 200);
  }
});

test("approval asks the proposer of now: scopes that were lost are 403, a file that is gone is said, and neither sends", async () => {
  const admin = human(randomUUID(), "admin");
  const member = human(admin.team_id, "member");
  const proposer = narrow({ ...member, team: { ...member.team, modules: { comms: true } } });
  const able: Caller = { ...proposer, scopes: [comms, reads("files")] };
  const file = fileOfTeam();
  const proposed = await send(able, [file]);
  assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
  const path = { changeset_id: proposed.body.changeset_id as string };
  const approve = () => door.call("ApproveChangeset", { caller: admin, path });
  await door.call("ListMessages", { caller: proposer });
  const refused = await approve();
  assert.deepEqual([refused.status, refused.body.code], [403, "insufficient_scope"]);
  assert.match(String(refused.body.detail), /no longer has the right files:read/);
  const waiting = await door.call("GetChangeset", { caller: admin, path });
  assert.equal(waiting.body.status, "queued");
  await door.call("ListMessages", { caller: able });
  files.delete(file);
  const gone = await approve();
  assert.deepEqual([gone.status, gone.body.code], [422, "validation_failed"]);
  assert.equal((await door.call("GetChangeset", { caller: admin, path })).body.status, "failed");
  assert.deepEqual((await door.call("ListMessages", { caller: admin })).body.messages, []);
});

test("a token without files:read proposes no message with a file", async () => {
  const proposer = narrow(human(randomUUID(), "member"));
  assert.equal((await send(proposer, [fileOfTeam()])).status, 403);
});

test("who may not read messages is shown no address of a contact that it wrote to", async () => {
  const caller: Caller = { ...testCaller(), scopes: [writes("comms")] };
  const { status, body } = await door.call("SendMessage", { caller, body: mail([]) });
  assert.equal(status, 202);
  assert.deepEqual(body, {
    id: body.id as string,
    to: "eve@example.org",
    subject: "Files",
    attachments: [],
  });
});
