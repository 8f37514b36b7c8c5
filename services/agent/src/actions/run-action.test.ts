import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { PREVIEW_HEADER } from "@jst/rpc";
import { confirmedTools } from "../testing/confirmed-tools.ts";
import { agentCaller, testAgent } from "../testing/test-agent.ts";

const agent = await testAgent({}, { tools: confirmedTools });
const caller = agentCaller({ door: "actions" }, { mcp_export: false });
const values = { table_id: "t", data: { name: "a" } };
const preview = [{ resource: "rows", op: "create", before: null, after: { data: values.data } }];
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: "{}" };
});

const run = (name: string, body: unknown, as = caller) =>
  agent.post(`/actions/${name}`, body, { caller: as });

describe("a read", () => {
  test("answers what its REST route answers, byte for byte", async () => {
    const body = '{"rows":[{"n":1.50,"big":12345678901234567890}],"next_cursor":null}';
    agent.upstream.answer = { body };
    const reply = await run("query_rows", { arguments: { table_id: "t", limit: 2 }, dry_run: true });
    assert.deepEqual([reply.status, reply.text], [200, `{"result":${body}}`]);
    const [seen] = agent.upstream.seen;
    assert.equal(seen?.header("x-envoy-original-path"), "/api/v1/data/tables/t/rows?limit=2");
    assert.equal(seen.header(PREVIEW_HEADER), undefined);
  });

  test("without arguments needs no body", async () => {
    assert.equal((await run("list_tables", "")).status, 200);
    assert.equal((await run("list_tables", {})).status, 200);
  });
});

describe("a write", () => {
  const confirmed = { arguments: values, confirm: true };

  test("that ran answers its outcome with 200, and one that is queued with 202, without the export flag", async () => {
    agent.upstream.answer = { status: 201, headers: { "x-changeset-id": "data_1" }, body: '{"id":"r1"}' };
    const ran = await run("insert_row", { ...confirmed, idempotency_key: "k1" });
    assert.deepEqual([ran.status, ran.body.changed], [200, [{ resource: "rows", id: "r1", op: "create" }]]);
    assert.equal(agent.upstream.seen[0]?.header("idempotency-key"), "k1");
    agent.upstream.answer = { status: 202, body: '{"queued":true,"changeset_id":"data_2"}' };
    const queued = await run("insert_row", confirmed);
    assert.deepEqual([queued.status, queued.body], [202, { queued: true, changeset_id: "data_2" }]);
  });

  test("has the reason of its argument, of the envelope or of the header, in this order", async () => {
    agent.upstream.answer = { status: 201, body: "{}" };
    const headers = { "x-change-reason": "From%20the%20header" };
    const sent = async (name: string, own: object, beside: object) => {
      await agent.post(`/actions/${name}`, { arguments: own, confirm: true, ...beside }, { caller, headers });
      return decodeURIComponent(agent.upstream.seen.at(-1)?.header("x-change-reason") ?? "");
    };
    const beside = { change_reason: "Beside, 100 % „neu“" };
    const task = { title: "Call Ada" };
    const argued = { ...task, change_reason: "As an argument" };
    assert.equal(await sent("task_create", argued, beside), "As an argument");
    assert.equal(await sent("task_create", task, beside), beside.change_reason);
    assert.equal(await sent("task_create", task, {}), "From the header");
    assert.equal(await sent("insert_row", values, beside), beside.change_reason);
    assert.equal(await sent("insert_row", values, {}), "From the header");
    assert.equal(agent.upstream.seen.at(-1)?.body, JSON.stringify({ data: values.data }));
  });

  test("with something else for a reason is refused, and no service is asked", async () => {
    const long = "a".repeat(501);
    for (const change_reason of ["", " ", "a\nb", long, 7])
      assert.equal(
        (await run("insert_row", { ...confirmed, change_reason })).status,
        422,
        String(change_reason),
      );
    for (const reason of ["%ff", "%0d%0a", long]) {
      const headers = { "x-change-reason": reason };
      const reply = await agent.post("/actions/insert_row", confirmed, { caller, headers });
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_parameter"]);
    }
    const pinned = await run("insert_row", { arguments: { ...values, change_reason: "Why" }, confirm: true });
    assert.deepEqual([pinned.status, pinned.body.errors[0].code], [422, "unknown_field"]);
    assert.deepEqual(agent.upstream.seen, []);
  });

  test("that wants confirmation shows a preview first, and the service is only asked for that", async () => {
    agent.upstream.answer = { body: JSON.stringify({ summary: "Create row", preview }) };
    for (const confirm of [undefined, false]) {
      const reply = await run("insert_row", {
        arguments: values,
        ...(confirm === undefined ? {} : { confirm }),
      });
      assert.deepEqual([reply.status, reply.body.code], [409, "confirmation_required"]);
      assert.deepEqual([reply.body.preview, reply.body.summary], [preview, "Create row"]);
    }
    assert.ok(agent.upstream.seen.every((seen) => seen.header(PREVIEW_HEADER) === "1"));
    await run("insert_row", { arguments: { ...values, confirm: true } });
    assert.equal(agent.upstream.seen.at(-1)?.header(PREVIEW_HEADER), undefined);
  });

  test("in a dry run shows what it would change, confirmed or not", async () => {
    agent.upstream.answer = { body: JSON.stringify({ summary: "Create row", preview }) };
    for (const confirm of [false, true]) {
      const reply = await run("insert_row", { arguments: values, dry_run: true, confirm });
      assert.deepEqual([reply.status, reply.body], [200, { dry_run: true, preview }]);
      assert.equal(agent.upstream.seen.at(-1)?.header(PREVIEW_HEADER), "1");
    }
  });
});

describe("a run that is refused", () => {
  test("by the service is the service's own problem with a hint, status and all", async () => {
    agent.upstream.answer = { status: 404, body: '{"status":404,"code":"not_found"}' };
    const reply = await run("query_rows", { arguments: { table_id: "t" } });
    assert.deepEqual(
      [reply.status, reply.headers["content-type"]],
      [404, "application/problem+json; charset=utf-8"],
    );
    const { hint, ...problem } = reply.body;
    assert.deepEqual(problem, { status: 404, code: "not_found" });
    assert.match(hint, /list_tables/);
  });

  test("for its scope is 403 before its body is read; the envelope and the arguments are 422, all faults at once", async () => {
    const reader = agentCaller({ door: "actions", scopes: [{ resource: "tables", actions: ["read"] }] });
    const scope = await run("insert_row", "{", reader);
    assert.deepEqual(
      [scope.status, scope.body.code, scope.body.required_scope],
      [403, "insufficient_scope", "tables:write"],
    );
    const envelope = await run("list_tables", { arguments: [], dry_run: "yes", moon: 1 });
    assert.deepEqual([envelope.status, envelope.body.errors.length], [422, 3]);
    const inner = await run("query_rows", { arguments: { limit: 0, moon: 1 } });
    assert.deepEqual([inner.status, inner.body.errors.length], [422, 3]);
    assert.equal((await run("list_tables", "{")).status, 400);
    assert.equal(agent.upstream.seen.length, 0);
  });

  test("an unknown action is 404, after an invalid body", async () => {
    for (const name of ["nothing", "LIST_TABLES", "__proto__", "%00"]) {
      assert.deepEqual(
        [(await run(name, {})).status, (await run(name, { moon: 1 })).status],
        [404, 422],
        name,
      );
    }
  });

  test("because its module is off is the 404 that shows nothing", async () => {
    const off = agentCaller({ door: "actions" }, { modules: { tables: false } });
    assert.deepEqual((await run("list_tables", {}, off)).body.code, "not_found");
  });
});
