import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Caller } from "@jst/caller";
import { withClient } from "@jst/testing";
import { commentCalls, executing, faultsOf, on, team, textsOf } from "../testing/test-comments.ts";
import { testCrm } from "../testing/test-crm.ts";

const crm = await testCrm();
const { door, database, strangers, files, others } = crm;
const { contactOf, add, listed, patch, remove, get } = commentCalls(crm);
const absent = { status: 404, body: '{"code":"not_found","detail":"absent"}' };

describe("a comment (comments.things)", () => {
  test("is shown to who may read its thing, oldest first, with its text as HTML that runs nothing", async () => {
    const { service, member, viewer } = team();
    const id = await contactOf(service);
    const text = "**Hi** <script>alert(1)</script> [x](javascript:alert(1))";
    const made = await add(service, on(id.toUpperCase(), { text }));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { body } = made;
    assert.deepEqual(
      [body.resource, body.resource_id, body.table_id, body.parent_id, body.text, body.version],
      ["contact", id, null, null, text, 1],
    );
    assert.match(body.html, /<strong>Hi<\/strong>/);
    assert.doesNotMatch(body.html, /<script|href/);
    assert.equal(made.headers["etag"], '"1"');
    assert.equal((await add(executing(member), on(id))).status, 201);
    const shown = await listed(viewer, id);
    assert.deepEqual(textsOf(shown), [text, "Hello"]);
    assert.deepEqual((await get(viewer, body.id)).body, body);
    assert.equal((await add(viewer, on(id))).body.code, "viewer_read_only");
  });

  test("of a thing that is absent, foreign or not to be read is one 404, in a body 422 at resource_id", async () => {
    const { service, member } = team();
    const id = await contactOf(service);
    const { body: made } = await add(service, on(id));
    const foreign = team().service;
    const narrow = { ...service, scopes: [{ resource: "comments", actions: ["read", "write", "delete"] }] };
    const off = { ...service, team: { ...service.team, modules: { comments: true } } };
    for (const caller of [foreign, narrow, off] as Caller[]) {
      const replies = [await listed(caller, id), await get(caller, made.id), await remove(caller, made.id)];
      replies.push(await patch(caller, made.id, { resolved: true }));
      for (const reply of replies) assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
      assert.deepEqual(faultsOf(await add(caller, on(id))), [422, "resource_id not_found"]);
    }
    const bodies: [object, string][] = [
      [on(randomUUID()), "resource_id not_found"],
      [on("x"), "resource_id not_found"],
      [{ ...on(id), resource: "patient" }, "resource not_found"],
      [{ ...on(id), resource: "observation" }, "resource not_found"],
      [{ ...on(`crm_${randomUUID()}`), resource: "changeset" }, "resource_id not_found"],
      [{ ...on(`emr_${randomUUID()}`), resource: "changeset" }, "resource_id not_found"],
      [{ ...on(randomUUID()), resource: "row" }, "table_id required"],
      [{ ...on(id), resource: "file" }, "resource_id not_found"],
    ];
    for (const [body, fault] of bodies) {
      strangers.add(id);
      assert.deepEqual(faultsOf(await add(executing(member), body)), [422, fault], JSON.stringify(body));
    }
    assert.equal((await listed(service, randomUUID())).status, 404);
    assert.equal((await door.call("ListThingComments", { caller: service })).status, 400);
  });

  test("lists every fault of a body at once, and stores nothing", async () => {
    const { service } = team();
    const id = await contactOf(service);
    const stranger = randomUUID();
    strangers.add(stranger);
    const sent = on(randomUUID(), { mentions: [randomUUID(), stranger] });
    assert.deepEqual(faultsOf(await add(service, sent)), [
      422,
      "resource_id not_found",
      "mentions.1 not_found",
    ]);
    const many = Array.from({ length: 21 }, () => randomUUID());
    assert.equal((await add(service, on(id, { mentions: many }))).status, 422);
    assert.deepEqual(faultsOf(await add(service, on(id, { text: " \u200b" }))), [422, "text required"]);
    assert.equal((await add(service, on(id, { text: "a".repeat(10_001) }))).status, 422);
    assert.equal((await add(service, on(id, { text: "\u{1f44d}".repeat(10_000) }))).status, 201);
    const nul = await add(service, `{"resource":"contact","resource_id":"${id}","text":"a\\u0000"}` as never);
    assert.deepEqual([nul.status, nul.body.code], [400, "malformed_json"]);
    assert.equal((await listed(service, id)).body.comments.length, 1);
  });

  test("of a row is that of its table, by the ids that data answers", async () => {
    const { service } = team();
    const [row, table] = [randomUUID(), randomUUID()];
    others.answer = ({ rpc, path, header }) => {
      assert.equal(header("x-envoy-original-path"), `/api/v1/data/tables/orders/rows/${row}`);
      if (rpc !== "data.v1.Rows/GetRow" || path["table_id"] !== "orders") return absent;
      return { body: JSON.stringify({ id: row, table_id: table }) };
    };
    const made = await add(service, { ...on(row), resource: "row", table_id: "orders" });
    assert.deepEqual([made.status, made.body.table_id], [201, table]);
    const query = `resource=row&resource_id=${row}&table_id=orders`;
    assert.deepEqual(textsOf(await door.call("ListThingComments", { caller: service, query })), ["Hello"]);
    others.answer = { status: 503, body: '{"code":"unavailable","detail":"away"}' };
    assert.equal((await add(service, { ...on(row), resource: "row", table_id: "orders" })).status, 503);
    others.answer = absent;
    assert.equal((await get(service, made.body.id)).status, 404);
  });

  test("of a file is found by the id of the file", async () => {
    const { service } = team();
    const id = randomUUID();
    files.set(id, { id, name: "a.csv", bytes: Buffer.from("a"), isDeleted: false, holders: new Set() });
    const made = await add(service, { ...on(id), resource: "file" });
    assert.deepEqual([made.status, made.body.resource], [201, "file"]);
  });

  test("repeated under its key is stored once, and two at a time on a full thing leave it full", async () => {
    const { service } = team();
    const id = await contactOf(service);
    const first = await add(service, on(id), { "idempotency-key": "k" });
    const again = await add(service, on(id), { "idempotency-key": "k" });
    assert.deepEqual(again.body, first.body);
    const narrow = { ...service, scopes: [{ resource: "comments", actions: ["write" as const] }] };
    const unread = await add(narrow, on(id), { "idempotency-key": "k" });
    assert.deepEqual(faultsOf(unread), [422, "resource_id not_found"]);
    await withClient(database.superuserUrl, async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query(
        `insert into crm.comments (team_id, resource, resource_id, text, html, mentions, noticed, created_by_type, created_by_id)
         select $1, 'contact', $2, 't', 't', '[]', '{}', 'system', '' from generate_series(1, 1998)`,
        [service.team_id, id],
      );
    });
    const replies = await Promise.all([1, 2, 3].map(() => add(service, on(id))));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422]);
    assert.deepEqual([...new Set(replies.map(({ body }) => body.code))].length, 2);
  });
});
