import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { faultsOf, testRules } from "../testing/test-rules.ts";

const auth = await testAuth();
const { team, create, made, list, patch } = testRules(auth);
const check = async (team_id: string, ...rules: object[]) =>
  faultsOf(await auth.door.callAs("agent", "CheckRules", { team_id, rules }));

test("rules are refused at their places as saving them is, all at once, and nothing is stored", async () => {
  const { caller, team_id } = await team();
  const faulty = [
    { when: { amount: { currency: "EUR", gte: 1 }, resources: ["rows"] } },
    { when: { resources: ["rows"], fields: ["data.amount", "Amount"] } },
    { when: { token_ids: [randomUUID()] } },
    { outcome: "queue", needed: 9 },
  ];
  const saved = await Promise.all(faulty.map((body) => create(caller, body)));
  const rules = faulty.map((body, at) => ({ name: `R${at}`, outcome: "run", ...body }));
  const places = saved.map((reply, at) =>
    faultsOf(reply)
      .slice(1)
      .map((fault) => `rules.${at}.${String(fault)}`),
  );
  assert.deepEqual(await check(team_id, ...rules), [200, ...places.flat()]);
  assert.equal(places.flat().length, 4);
  assert.deepEqual(await check(team_id, { name: "Fine", outcome: "run" }), [200]);
  const twice = { name: "Twice", outcome: "run" };
  assert.deepEqual(await check(team_id, twice, twice), [200, "rules.1.name duplicate"]);
  assert.deepEqual(await list(caller), []);
});

test("a rule that the team has can be tried as it is, also where a field of it has no meaning any more", async () => {
  const { caller, team_id } = await team();
  const { id } = await made(caller, { name: "Old", when: { resources: ["rows"], ops: ["update"] } });
  const when = { resources: ["rows"], ops: ["update"], fields: ["Amount"] };
  await auth.sql('update auth.approval_rules set "when" = $2 where id = $1', [id, when]);
  assert.deepEqual(await check(team_id, { name: "Old", outcome: "run", when }), [200]);
  assert.equal((await patch(caller, id, { enabled: false, when: { ...when, ops: ["create"] } })).status, 200);
  assert.deepEqual((await list(caller))[0]?.when.fields, ["Amount"]);
  const changed = await patch(caller, id, { when: { ...when, resources: ["rows", "views"] } });
  assert.deepEqual(faultsOf(changed), [422, "when.fields.0 invalid_value"]);
});
