import type { Caller } from "@jst/caller";
import { anotherToken, human, propose, testCaller, testNotes, testTeam, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";

const { door, database, audit } = await testNotes();
const body = { title: "Ada", slug: "ada" };

interface Comment {
  id: string;
  text: string;
  mentions: string[];
  created_by: object;
  client_name?: string;
}

type Path = Record<string, string> & { changeset_id: string };

const comment = (caller: Caller, path: Path, sent: object, headers = {}) =>
  door.call("CreateComment", { caller, path, body: sent, headers });
const commentsOf = (caller: Caller, path: Path) => door.call("ListComments", { caller, path });
const textsOf = ({ body: page }: { body: { comments: Comment[] } }) => page.comments.map(({ text }) => text);

/** Mentions that members of the team are to be notified of, oldest first. */
function noticesOf(teamId: string): Promise<unknown[]> {
  return withClient(database.superuserUrl, async (client) => {
    const text = `select payload::jsonb -> 'data' as data from crm.outbox
      where team_id = $1 and type = 'notice.wanted' and payload::jsonb #>> '{data,kind}' = 'mentioned' order by seq`;
    return (await client.query<{ data: unknown }>(text, [teamId])).rows.map(({ data }) => data);
  });
}

/** A member of the team who has called before, as auth knows its members. */
async function known(teamId: string, role: NonNullable<Caller["role"]> = "member"): Promise<Caller> {
  const caller = human(teamId, role);
  await door.call("ListNotes", { caller });
  return caller;
}

describe("a comment", () => {
  test("is shown to every reader of the changeset, oldest first, and in the changeset", async () => {
    const { member, admin } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const markup = "<b>Why</b>\n10 %? \u{1f44d}";
    const first = await comment(admin, path, { text: markup });
    assert.equal(first.status, 201, JSON.stringify(first.body));
    assert.deepEqual(
      [first.body.text, first.body.mentions, first.body.created_by],
      [markup, [], { type: "human", id: admin.member_id }],
    );
    assert.equal(first.headers["x-changeset-id"], undefined);
    assert.equal((await comment(member, path, { text: "Our usual rate." })).status, 201);
    for (const caller of [member, admin, anotherToken(member)]) {
      const listed = await commentsOf(caller, path);
      assert.deepEqual(textsOf(listed), [markup, "Our usual rate."]);
      const shown = await door.call("GetChangeset", { caller, path });
      assert.deepEqual([shown.body.comment_count, shown.body.comments], [2, listed.body.comments]);
    }
  });

  test("is taken on what nobody proposed, by a service token and by an app, with its name", async () => {
    const { service } = testTeam();
    const created = await door.call("CreateNote", { caller: service, body });
    const path = { changeset_id: created.headers["x-changeset-id"] ?? "" };
    const app = testCaller({
      team_id: service.team_id,
      token_type: "oauth_app",
      member_id: randomUUID(),
      role: "owner",
      oauth_app: { client_id: "jst_cl_sample", client_name: "Sample", issuer: "https://base.test" },
      door: "rest",
    });
    for (const caller of [service, app])
      assert.equal((await comment(caller, path, { text: "Noted." })).status, 201);
    const [bySevice, byApp] = (await commentsOf(service, path)).body.comments as Comment[];
    assert.deepEqual(bySevice?.created_by, { type: "service", id: service.token_id });
    assert.equal(bySevice.client_name, undefined);
    assert.deepEqual(
      [byApp?.created_by, byApp?.client_name],
      [{ type: "oauth_app", id: app.token_id }, "Sample"],
    );
  });

  test("is refused where the changeset is absent to the caller, and of a viewer", async () => {
    const { member } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const others = [human(member.team_id, "member"), testCaller(), human(testCaller().team_id)];
    for (const caller of others) {
      for (const reply of [await comment(caller, path, { text: "x" }), await commentsOf(caller, path)])
        assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
    }
    const viewer = { ...member, role: "viewer" as const };
    const refused = await comment(viewer, path, { text: "x" });
    assert.deepEqual([refused.status, refused.body.code], [403, "viewer_read_only"]);
    assert.deepEqual(textsOf(await commentsOf(member, path)), []);
  });

  test("has a text that is seen, and no more than it may", async () => {
    const { member } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const faulty: [unknown, number, string][] = [
      [{}, 422, "validation_failed"],
      [{ text: " \u200b" }, 422, "validation_failed"],
      [{ text: "a".repeat(10_001) }, 422, "validation_failed"],
      ['{"text":"a\\u0000"}', 400, "malformed_json"],
      [{ text: "a", mentions: Array.from({ length: 21 }, () => randomUUID()) }, 422, "validation_failed"],
    ];
    for (const [sent, status, code] of faulty) {
      const reply = await comment(member, path, sent as object);
      assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(sent).slice(0, 80));
    }
    assert.equal((await comment(member, path, { text: "\u{1f44d}".repeat(10_000) })).status, 201);
    assert.equal((await commentsOf(member, path)).body.comments.length, 1);
  });

  test("repeated under its key is stored once", async () => {
    const { member } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const key = { "idempotency-key": "k" };
    const first = await comment(member, path, { text: "Once." }, key);
    const again = await comment(member, path, { text: "Once." }, key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.deepEqual(textsOf(await commentsOf(member, path)), ["Once."]);
  });

  test("is in the audit log without its text, and is never changed", async () => {
    const { member } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    await comment(member, path, { text: "Between us." });
    const entry = (await audit(member.team_id)).at(-1);
    assert.deepEqual(
      [entry?.["action"], entry?.["resource_id"], entry?.["actor_id"]],
      ["changeset.comment", path.changeset_id, member.member_id],
    );
    assert.ok(!JSON.stringify(entry).includes("Between"));
    await withClient(database.url, async (client) => {
      for (const text of ["update changeset_comments set text = 'x'", "delete from changeset_comments"])
        await assert.rejects(client.query(text), { code: "42501" }, text);
    });
  });
});

describe("a mention", () => {
  test("lets the member read and list the changeset, without what it may not see, and decide nothing", async () => {
    const { member, admin } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const third = await known(member.team_id);
    const narrow = { ...third, scopes: [{ resource: "tables", actions: ["read" as const] }] };
    const { member_id: id = "" } = third;
    const made = await comment(admin, path, { text: "Please look.", mentions: [id.toUpperCase()] });
    assert.deepEqual([made.status, made.body.mentions], [201, [id]]);
    const listed = async (caller: Caller) => {
      const { body: page } = await door.callAs("agent", "ListChangesets", { limit: 10 }, caller);
      return (page as { changesets: { id: string }[] }).changesets.map((one) => one.id);
    };
    for (const caller of [third, narrow]) {
      const shown = await door.call("GetChangeset", { caller, path });
      const isRedacted = caller === narrow;
      assert.deepEqual([shown.status, shown.body.operations[0].redacted], [200, isRedacted || undefined]);
      assert.deepEqual(await listed(caller), [path.changeset_id]);
      assert.equal((await door.call("ApproveChangeset", { caller, path })).status, 403);
      assert.equal((await door.call("WithdrawChangeset", { caller, path })).status, 403);
    }
    assert.equal((await comment(third, path, { text: "Fine." })).status, 201);
    const stranger = await known(member.team_id);
    assert.equal((await door.call("GetChangeset", { caller: stranger, path })).status, 404);
    assert.deepEqual(await listed(stranger), []);
  });

  test("notifies the members whom it mentions, but not who writes it, with the comment", async () => {
    const { member, admin } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const { member_id: id = "" } = await known(member.team_id);
    const { member_id: own = "" } = admin;
    await comment(admin, path, { text: "No mention." });
    assert.deepEqual(await noticesOf(member.team_id), []);
    await comment(admin, path, { text: "Please look.", mentions: [id, own] });
    const [notice, ...more] = await noticesOf(member.team_id);
    assert.deepEqual(more, []);
    assert.deepEqual(notice, {
      kind: "mentioned",
      to: { members: [id, own], except: [own] },
      title: "A comment mentions you: Create note",
      path: `/console/approvals/${path.changeset_id}`,
      subject: { type: "changeset", id: path.changeset_id },
      actor: { type: "human", id: own },
    });
  });

  test("also of what nobody proposed, and not to the member's app", async () => {
    const { service } = testTeam();
    const created = await door.call("CreateNote", { caller: service, body });
    const path = { changeset_id: created.headers["x-changeset-id"] ?? "" };
    const third = await known(service.team_id);
    const { member_id: id = "" } = third;
    await comment(service, path, { text: "Look.", mentions: [id] });
    assert.equal((await door.call("GetChangeset", { caller: third, path })).status, 200);
    const app: Caller = { ...third, token_type: "oauth_app", token_id: randomUUID() };
    assert.equal((await door.call("GetChangeset", { caller: app, path })).status, 404);
    const { body: page } = await door.callAs("agent", "ListChangesets", { limit: 10 }, third);
    assert.equal((page as { changesets: unknown[] }).changesets.length, 1);
  });

  test("of an unknown member, or of another team's member, is refused at its place, and nothing is stored", async () => {
    const { member } = testTeam();
    const path = await propose(door, member, "CreateNote", { body });
    const foreign = await known(testCaller().team_id);
    const mentions = [member.member_id, foreign.member_id, randomUUID()];
    const reply = await comment(member, path, { text: "Look.", mentions });
    assert.equal(reply.status, 422);
    assert.deepEqual(
      reply.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
      [
        ["mentions.1", "not_found"],
        ["mentions.2", "not_found"],
      ],
    );
    assert.deepEqual(textsOf(await commentsOf(member, path)), []);
  });
});
