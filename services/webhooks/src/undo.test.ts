import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, until, withClient, type TestReply } from "@jst/testing";
import { testWebhooks } from "./testing/test-webhooks.ts";

const { door, sql, database } = await testWebhooks();
const endpointBody = { url: "https://example.com/hook", events: ["contact.created"], description: "a" };

/** An endpoint of a team of its own, and each rpc on it in short; an admin of the team undoes. */
async function endpoint() {
  const caller = testCaller();
  const person = { team_id: caller.team_id, token_type: "human", member_id: randomUUID() } as const;
  const admin = testCaller({ ...person, role: "admin" });
  const made = await door.call("CreateWebhook", { caller, body: endpointBody });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const at = { caller, path: { webhook_id: made.body.id as string } };
  return {
    caller,
    made,
    id: made.body.id as string,
    read: () => door.call("GetWebhook", at),
    patch: (body: object) => door.call("UpdateWebhook", { ...at, body }),
    remove: () => door.call("DeleteWebhook", at),
    undo: ({ headers }: TestReply, body: object = {}) =>
      door.call("UndoChangeset", {
        caller: admin,
        path: { changeset_id: headers["x-changeset-id"] ?? "" },
        body,
      }),
  };
}

const codeOf = ({ status, body }: TestReply) => [status, body.code];
const secretsOf = (id: string) =>
  sql("select secret, previous_secret, previous_secret_until from webhooks.endpoints where id = $1", [id]);

test("an undone change of a webhook has its former members back, and later changes of others stay", async () => {
  const hook = await endpoint();
  const secrets = await secretsOf(hook.id);
  const changed = await hook.patch({ events: ["contact.updated"], description: null });
  await hook.patch({ enabled: false });
  const back = await hook.undo(changed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const { body } = await hook.read();
  assert.deepEqual(
    [body.events, body.description, body.enabled, body.version],
    [["contact.created"], "a", false, 4],
  );
  assert.deepEqual(await secretsOf(hook.id), secrets);
  assert.deepEqual(codeOf(await hook.undo(changed)), [409, "not_undoable"]);
});

test("an undone deletion brings the webhook back as it was, with its secret", async () => {
  const hook = await endpoint();
  const secrets = await secretsOf(hook.id);
  const removed = await hook.remove();
  assert.equal((await hook.read()).status, 404);
  const back = await hook.undo(removed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const { body } = await hook.read();
  assert.deepEqual([body.url, body.events, body.enabled], [endpointBody.url, endpointBody.events, true]);
  assert.deepEqual(await secretsOf(hook.id), secrets);
});

test("what gave a secret away is not undone, not even by force: a new webhook and a rotation", async () => {
  const hook = await endpoint();
  const rotated = await hook.patch({ rotate_secret: true, description: "b" });
  const secrets = await secretsOf(hook.id);
  for (const reply of [hook.made, rotated])
    for (const body of [{}, { force: true }])
      assert.deepEqual(codeOf(await hook.undo(reply, body)), [409, "not_undoable"]);
  const { body } = await hook.read();
  assert.deepEqual([body.description, body.version], ["b", 2]);
  assert.deepEqual(await secretsOf(hook.id), secrets);
});

/** A team with 49 webhooks and the changesets of two deletions, and each rpc on them in short. */
async function almostFull() {
  const caller = testCaller();
  const person = { team_id: caller.team_id, token_type: "human", member_id: randomUUID() } as const;
  const admin = testCaller({ ...person, role: "admin" });
  const create = () => door.call("CreateWebhook", { caller, body: endpointBody });
  const deleted = async () => {
    const id = (await create()).body.id as string;
    const { headers } = await door.call("DeleteWebhook", { caller, path: { webhook_id: id } });
    return { id, changeset: headers["x-changeset-id"] ?? "" };
  };
  const deletions = [await deleted(), await deleted()] as const;
  for (let n = 0; n < 49; n += 1) assert.equal((await create()).status, 201);
  return {
    deletions,
    create,
    undo: (changeset_id: string, body: object = {}) =>
      door.call("UndoChangeset", { caller: admin, path: { changeset_id }, body }),
    live: async () => (await door.call("ListWebhooks", { caller })).body.webhooks.length as number,
  };
}

test("undone deletions pass the limit of fifty webhooks no more than new ones do, not even by force", async () => {
  const { deletions, create, undo, live } = await almostFull();
  const [first, second] = deletions.map(({ changeset }) => changeset) as [string, string];
  assert.deepEqual([(await undo(first)).status, await live()], [200, 50]);
  for (const reply of [await create(), await undo(second), await undo(second, { force: true })])
    assert.deepEqual(codeOf(reply), [422, "limit_reached"]);
  assert.equal(await live(), 50);
});

test("of two undone deletions at once the second waits for its turn, and finds the limit reached", async () => {
  const { deletions, undo, live } = await almostFull();
  const [first, second] = deletions;
  const replies = await withClient(database.superuserUrl, async (holder) => {
    const waits = (event: string) =>
      until(`an undo waits for ${event}`, 10_000, async () => {
        const text = `select from pg_stat_activity where datname = current_database()
          and application_name = 'webhooks' and wait_event_type = 'Lock' and wait_event = $1`;
        return (await sql(text, [event])).length === 1 ? true : undefined;
      });
    await holder.query("begin");
    await holder.query("select from webhooks.endpoints where id = $1 for update", [first.id]);
    const under = [undo(first.changeset)];
    await waits("transactionid");
    under.push(undo(second.changeset));
    await waits("advisory");
    await holder.query("commit");
    return Promise.all(under);
  });
  assert.deepEqual(replies.map(codeOf), [
    [200, undefined],
    [422, "limit_reached"],
  ]);
  assert.equal(await live(), 50);
});

test("a webhook of a changeset is as it is read, without what its deliveries make of it", async () => {
  const hook = await endpoint();
  const changed = await hook.patch({ description: "b" });
  const shown = await door.call("GetChangeset", {
    caller: hook.caller,
    path: { changeset_id: changed.headers["x-changeset-id"] ?? "" },
  });
  const {
    stats,
    deliveries,
    blocked_by: blockedBy,
    ...webhook
  } = (await hook.read()).body as Record<string, unknown>;
  assert.deepEqual(shown.body.operations[0].after, webhook);
  assert.notEqual(stats, undefined);
  assert.equal(blockedBy, null);
  assert.deepEqual(deliveries, []);
});
