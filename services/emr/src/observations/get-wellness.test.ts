import assert from "node:assert/strict";
import { test } from "node:test";
import { testEmr } from "../testing/test-emr.ts";
import { loinc, observedIn, wellnessOf } from "../testing/wellness-samples.ts";

const { door, rewrite } = await testEmr();
const { step } = wellnessOf(door);

test("the overview tells of what is consented to and of nothing else", async () => {
  const { service, activity, vitals } = await observedIn(door);
  const wellness = async () => (await door.call("GetWellness", { caller: service })).body;
  const rate = { ...loinc("8867-4"), display: "Heart rate", category: "vitals" };
  assert.deepEqual(await wellness(), {
    consent_counts: { pending: 0, active: 2, revoked: 0, expired: 0 },
    observation_types: [{ ...loinc("55423-8"), display: null, category: "activity" }, rate],
    last_observed_at: "2026-03-02T08:00:00.000Z",
  });
  await step(service, "revoke", activity);
  assert.deepEqual(await wellness(), {
    consent_counts: { pending: 0, active: 1, revoked: 1, expired: 0 },
    observation_types: [rate],
    last_observed_at: "2026-03-01T08:00:00.000Z",
  });
  await rewrite("update emr.consents set expires_at = clock_timestamp() where id = $1", [vitals]);
  const { consent_counts, ...rest } = await wellness();
  assert.deepEqual(rest, { observation_types: [], last_observed_at: null });
  assert.deepEqual(consent_counts, { pending: 0, active: 0, revoked: 1, expired: 1 });
});
