import assert from "node:assert/strict";
import { test } from "node:test";
import { farInstants, notInstants, oddInstants } from "@jst/query/testing";
import { testEmr } from "../testing/test-emr.ts";
import { heartRate, wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door } = await testEmr();
const { consent, observe } = wellnessOf(door);

test("a time with any offset is stored in UTC, and a text that is not an instant is refused at its place", async () => {
  const { service, contact } = wellnessTeam();
  await consent(service, contact);
  const taken = Object.entries(oddInstants).map(
    ([text, shown]) =>
      [text, shown].map((one) => one.replace(/^2027/, "2025").replace(/^2026/, "2024")) as [string, string],
  );
  for (const [effective_at, shown] of [...taken, ...Object.entries(farInstants).slice(0, 2)]) {
    const reply = await observe(service, heartRate(contact, { effective_at }));
    assert.deepEqual([reply.status, reply.body.effective_at], [201, shown], effective_at);
    const effective_period = { start: effective_at, end: effective_at };
    const period = await observe(service, heartRate(contact, { effective_at: undefined, effective_period }));
    assert.deepEqual(period.body.effective_period, { start: shown, end: shown }, effective_at);
  }
  for (const text of notInstants) {
    const [at, end] = [
      { effective_at: text },
      { effective_at: undefined, effective_period: { start: "2025-01-01T00:00:00Z", end: text } },
    ];
    for (const [rest, field] of [
      [at, "effective_at"],
      [end, "effective_period.end"],
    ] as const) {
      const alone = await observe(service, heartRate(contact, rest));
      assert.deepEqual([alone.status, alone.body.errors?.[0]?.field], [422, field], text);
      const batch = await observe(service, { observations: [heartRate(contact, rest)] });
      assert.deepEqual([batch.status, batch.body.errors?.[0]?.field], [422, `observations.0.${field}`], text);
    }
  }
});
