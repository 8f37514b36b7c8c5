import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";

const { door, looks } = await testEmr();

test("patients are counted by whether they are active, and nobody else is", async () => {
  const caller = reader();
  await door.operate("SeedEmr", { team_id: caller.team_id });
  const { status, body } = await door.call("GetEmr", { caller });
  assert.deepEqual([status, body], [200, { labs_enabled: true, patient_counts: { active: 1, inactive: 1 } }]);
  assert.deepEqual(
    (await looks(caller)).map(({ action, route }) => [action, route]),
    [["read", "GET /api/v1/emr"]],
  );
});

test("a team without patients has none, and says whether labs are on", async () => {
  const { body } = await door.call("GetEmr", { caller: reader(testCaller(), false) });
  assert.deepEqual(body, { labs_enabled: false, patient_counts: { active: 0, inactive: 0 } });
});
