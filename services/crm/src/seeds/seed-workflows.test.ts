import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const seed = (team_id: string) => door.operate("SeedWorkflows", { team_id });

test("seeded once or by five at once, a team has the examples once, and reads the same ids", async () => {
  const caller = testCaller();
  const runs = await Promise.all(Array.from({ length: 5 }, () => seed(caller.team_id)));
  const [{ status, body } = { status: 0, body: {} }] = runs;
  for (const run of [...runs, await seed(caller.team_id.toUpperCase())])
    assert.deepEqual([run.status, run.body], [status, body]);
  const listed: string[] = [];
  for (const query of ["", "status=archived"])
    for (const { id } of (await door.call("ListWorkflows", { caller, query })).body.workflows)
      listed.push(id);
  assert.deepEqual(listed.sort(), [...(body as { workflows: string[] }).workflows].sort());
  assert.deepEqual((await door.call("ListWorkflows", { caller: testCaller() })).body.workflows, []);
});

test("the examples have every status, every kind of trigger, every outcome of a run, and one that never ran", async () => {
  const caller = testCaller();
  const { workflows: ids } = (await seed(caller.team_id)).body as { workflows: string[] };
  const read = ids.map((id) => door.call("GetWorkflow", { caller, path: { workflow_id: id } }));
  const all = (await Promise.all(read)).map(({ body }) => body);
  const each = (of: (one: (typeof all)[number]) => unknown) => [...new Set(all.map(of))].sort();
  assert.deepEqual(
    each(({ status }) => status),
    ["active", "archived", "draft", "paused"],
  );
  assert.deepEqual(
    each(({ trigger }) => trigger.type),
    ["event", "form", "manual", "schedule"],
  );
  const { forms } = (await door.call("ListForms", { caller })).body;
  const formed = all.find(({ trigger }) => trigger.type === "form");
  assert.deepEqual(
    forms.map(({ id }: { id: string }) => id),
    [formed.trigger.form_id],
  );
  assert.deepEqual(
    each(({ last_run: run }) => run?.status ?? "none"),
    ["failed", "none", "running", "success"],
  );
});

test("only the operator seeds, and only a team", async () => {
  await assert.rejects(door.call("SeedWorkflows", { body: { team_id: randomUUID() } }), { code: 16 });
  await assert.rejects(door.callAs("data", "SeedWorkflows", { team_id: randomUUID() }), { code: 16 });
  for (const body of [{}, { team_id: "x" }, { team_id: null }, { team_id: randomUUID(), more: 1 }])
    assert.equal((await door.operate("SeedWorkflows", body)).status, 422, JSON.stringify(body));
});
