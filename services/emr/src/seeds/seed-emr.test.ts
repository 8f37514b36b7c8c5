import assert from "node:assert/strict";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";

const { door } = await testEmr();

test("a team has a patient in each place of the roster, the same ones again, and a chart to look at", async () => {
  const caller = reader();
  const seed = () => door.operate("SeedEmr", { team_id: caller.team_id });
  const first = await seed();
  const { patients } = first.body;
  assert.deepEqual(
    patients.map(({ status }: { status: string }) => status),
    ["active", "inactive", "pending", "removed"],
  );
  assert.deepEqual((await seed()).body, first.body);
  const statuses = [];
  for (const { id } of patients)
    statuses.push((await door.call("GetPatient", { caller, path: { patient_id: id } })).status);
  assert.deepEqual(statuses, [200, 200, 404, 404]);
  const chart = (await door.call("GetPatient", { caller, path: { patient_id: patients[0].id } })).body;
  assert.deepEqual(chart.counts, { problems: 1, medications: 1, allergies: 1, labs: 1, reports: 1 });
});
