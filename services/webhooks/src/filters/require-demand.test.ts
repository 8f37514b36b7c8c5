import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, sql } = await testWebhooks();
const caller = testCaller();
const create = (body: object) =>
  door.call("CreateWebhook", {
    caller,
    body: { url: "https://example.com/hook", events: ["contact.created", "contact.updated"], ...body },
  });
const isLead = { field: "lifecycle_stage", op: "eq", value: "lead" };

test("an endpoint shows what it asks for as it was sent (events.filter)", async () => {
  const demand = { filter: { and: [isLead] }, when: "enters", changed: ["lifecycle_stage"] };
  const { status, body } = await create(demand);
  assert.deepEqual(
    [status, body.filter, body.when, body.changed],
    [201, demand.filter, "enters", ["lifecycle_stage"]],
  );
  const { body: plain } = await create({});
  assert.deepEqual([plain.filter, plain.when, plain.changed], [null, "matches", []]);
});

test("a filter that cannot judge the events is refused with its place, and nothing is stored (events.filter)", async () => {
  const [before] = await sql<{ n: number }>("select count(*)::int as n from webhooks.endpoints");
  const leaf = { field: "lifecycle_stage", op: "empty" };
  const cases: [body: object, position: string][] = [
    [{ filter: isLead, events: ["contact.created", "invoice.paid"] }, "$"],
    [{ filter: isLead, events: ["asset.returned"] }, "$"],
    [{ filter: { field: "colour", op: "eq", value: "red" } }, "$.field"],
    [{ filter: { field: "previous.version", op: "eq", value: 1 } }, "$.field"],
    [{ filter: { and: [isLead, { field: "lifecycle_stage", op: "gt", value: 1 }] } }, "$.and[1].op"],
    [{ filter: { field: "lifecycle_stage", op: "eq", value: 1 } }, "$.value"],
    [{ filter: { and: Array.from({ length: 51 }, () => leaf) } }, "$.and[50]"],
    [{ filter: { field: "lifecycle_stage", op: "eq", value: "a".repeat(9_000) } }, "$"],
    [{ filter: {} }, "$"],
    [{ changed: ["lifecycle_stage"], events: ["contact.created", "invoice.paid"] }, "$"],
  ];
  for (const [body, position] of cases) {
    const reply = await create(body);
    const [error] = reply.body.errors as { field: string; code: string }[];
    assert.deepEqual(
      [reply.status, error?.field, error?.code, reply.body.position],
      [422, "filter", "invalid_filter", position],
      JSON.stringify(body).slice(0, 200),
    );
  }
  const [now] = await sql<{ n: number }>("select count(*)::int as n from webhooks.endpoints");
  assert.equal(now?.n, before?.n);
});

test("names of fields that no event shows as changed are refused, each in its place (events.changed)", async () => {
  const { status, body } = await create({ changed: ["lifecycle_stage", "version", "colour"] });
  const fields = (body.errors as { field: string }[]).map(({ field }) => field);
  assert.deepEqual([status, fields], [422, ["changed.1", "changed.2"]]);
});

test("types of another object are refused while the endpoint has a filter (events.filter)", async () => {
  const { body } = await create({ filter: isLead, when: "enters" });
  const path = { webhook_id: body.id as string };
  const patch = (change: object) => door.call("UpdateWebhook", { caller, path, body: change });
  assert.equal((await patch({ events: ["invoice.paid"] })).status, 422);
  assert.equal((await patch({ filter: null, events: ["invoice.paid"] })).status, 200);
});
