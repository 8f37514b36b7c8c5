import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, propose, withClient } from "@jst/testing";
import { commentCalls, executing, faultsOf, on, team, textsOf } from "../testing/test-comments.ts";
import { testCrm } from "../testing/test-crm.ts";

const crm = await testCrm();
const { door, audit, database, tokens } = crm;
const { contactOf, add, listed, patch, remove, noticesOf } = commentCalls(crm);

describe("an author (comments.author)", () => {
  test("alone changes the text; admins who are signed in delete too", async () => {
    const { service, member, other } = team();
    const id = await contactOf(service);
    const { body: made } = await add(executing(member), on(id));
    for (const caller of [executing(other), service]) {
      assert.equal((await patch(caller, made.id, { text: "Mine" })).status, 403);
      assert.equal((await remove(caller, made.id)).status, 403);
      const resolved = await patch(caller, made.id, { resolved: true });
      assert.equal(resolved.status, 200);
      await patch(caller, made.id, { resolved: false });
    }
    const own = { ...executing(member), token_id: randomUUID() };
    const edited = await patch(own, made.id, { text: "Better" });
    assert.deepEqual([edited.status, edited.body.text, edited.body.html], [200, "Better", "<p>Better</p>\n"]);
    assert.notEqual(edited.body.edited_at, null);
    const same = await patch(own, made.id, { text: "Better" });
    assert.deepEqual([same.body.version, same.headers["x-changeset-id"]], [edited.body.version, undefined]);
    assert.equal((await patch(own, made.id, { text: "x" }, { "if-match": '"1"' })).status, 412);
    assert.deepEqual(faultsOf(await patch(own, made.id, { text: " " })), [422, "text required"]);
    const admin: Caller = { ...executing(human(service.team_id, "admin")), team: service.team };
    assert.equal((await remove(admin, made.id)).status, 403);
    const signedIn: Caller = { ...admin, token_type: "member", door: "console", token_id: randomUUID() };
    assert.equal((await remove(signedIn, made.id)).status, 200);
    const { body: byService } = await add(service, on(id));
    assert.equal((await remove({ ...service, token_id: randomUUID() }, byService.id)).status, 403);
    assert.equal((await remove(service, byService.id)).status, 200);
  });
});

describe("a mention (comments.mentions)", () => {
  test("notifies each member once a comment, and an edit who is new", async () => {
    const { service, member, other } = team();
    const id = await contactOf(service);
    const [a, b] = [member.member_id ?? "", other.member_id ?? ""];
    const made = await add(service, on(id, { mentions: [a.toUpperCase()] }));
    assert.deepEqual(made.body.mentions, [{ member_id: a, name: `Name ${a.slice(-4)}`, notified: true }]);
    await patch(service, made.body.id, { mentions: [] });
    await patch(service, made.body.id, { mentions: [a, b] });
    const notices = await noticesOf(service.team_id);
    assert.deepEqual(
      notices.map(({ to, title, path }) => [to.members, title, path]),
      [
        [[a], "A comment on a contact mentions you", `/console/contacts/${id}`],
        [[b], "A comment on a contact mentions you", `/console/contacts/${id}`],
      ],
    );
  });

  test("of a proposal notifies nobody until somebody approves it", async () => {
    const { service, member, other } = team();
    const id = await contactOf(service);
    const mentions = [other.member_id ?? ""];
    tokens.set(member.token_id, await door.tokenOf(member));
    const path = await propose(door, member, "CreateThingComment", { body: on(id, { mentions }) });
    assert.deepEqual(await noticesOf(service.team_id), []);
    const admin = { ...human(service.team_id, "admin"), team: service.team };
    const shown = await door.call("GetChangeset", { caller: admin, path });
    const { after } = shown.body.operations[0];
    assert.deepEqual(
      [after.text, after.mentions[0].member_id, "html" in after],
      ["Hello", mentions[0], false],
    );
    const approved = await door.call("ApproveChangeset", { caller: admin, path, body: {} });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    assert.deepEqual(textsOf(await listed(service, id)), ["Hello"]);
    assert.equal((await noticesOf(service.team_id)).length, 1);
  });
});

test("a comment on a changeset is the changeset's own, and no proposal", async () => {
  const { member } = team();
  const path = await propose(door, member, "CreateContact", { body: { first_name: "Ada" } });
  const body = { resource: "changeset", resource_id: path.changeset_id, text: "Why?" };
  const key = { "idempotency-key": "k" };
  const made = await add(member, body, key);
  assert.deepEqual([made.status, made.body.html], [201, "<p>Why?</p>\n"]);
  assert.equal((await add(member, body, key)).body.id, made.body.id);
  const own = await door.call("ListComments", { caller: member, path });
  assert.deepEqual(
    own.body.comments.map(({ id }: { id: string }) => id),
    [made.body.id],
  );
  const query = `resource=changeset&resource_id=${path.changeset_id}`;
  const { body: page } = await door.call("ListThingComments", { caller: member, query });
  assert.deepEqual(page.comments, [made.body]);
  assert.equal((await patch(member, made.body.id, { text: "x" })).status, 404);
  const foreign = await door.call("ListThingComments", { caller: team().member, query });
  assert.equal(foreign.status, 404);
});

test("the audit log has no text of a comment; an undo deletes it", async () => {
  const { service } = team();
  const id = await contactOf(service);
  const made = await add(service, on(id, { text: "Between us" }));
  assert.ok(!JSON.stringify(await audit(service.team_id)).includes("Between"));
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  const admin = human(service.team_id, "admin");
  assert.equal((await door.call("UndoChangeset", { caller: admin, path, body: {} })).status, 200);
  assert.deepEqual((await listed(service, id)).body.comments, []);
});

test("a merge of contacts takes their comments along, and its undo brings them back", async () => {
  const { service } = team();
  const [target, source] = [await contactOf(service), await contactOf(service)];
  await add(service, on(source));
  const merged = await door.call("MergeContact", {
    caller: service,
    path: { contact_id: target },
    body: { source_id: source },
  });
  assert.equal(merged.status, 200);
  assert.deepEqual(
    [textsOf(await listed(service, target)), textsOf(await listed(service, source))],
    [["Hello"], []],
  );
  const path = { changeset_id: merged.headers["x-changeset-id"] ?? "" };
  await door.call("UndoChangeset", { caller: human(service.team_id, "admin"), path, body: {} });
  assert.deepEqual(textsOf(await listed(service, source)), ["Hello"]);
});

test("events of a comment have no text, and say that it was resolved and opened again (comments.events)", async () => {
  const { service } = team();
  const id = await contactOf(service);
  const made = await add(service, on(id, { text: "Between us" }));
  const comment = made.body.id;
  assert.equal((await patch(service, comment, { resolved: true })).status, 200);
  await add(service, on(id, { text: "A reply", parent_id: comment }));
  const own = await withClient(database.superuserUrl, async (client) => {
    const text =
      "select type, payload from crm.outbox where team_id = $1 and type like 'comment.%' order by seq";
    return (await client.query<{ type: string; payload: unknown }>(text, [service.team_id])).rows;
  });
  assert.deepEqual(
    own.map(({ type }) => type),
    [
      ...["comment.created", "comment.updated", "comment.resolved"],
      ...["comment.updated", "comment.reopened", "comment.created"],
    ],
  );
  assert.ok(!/Between|reply/.test(JSON.stringify(own)));
});
