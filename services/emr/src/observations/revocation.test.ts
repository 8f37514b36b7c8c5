import assert from "node:assert/strict";
import { test } from "node:test";
import { testEmr } from "../testing/test-emr.ts";
import { heartRate, wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door, sql } = await testEmr();
const { consent, step, observe } = wellnessOf(door);

test("50 revocations against 1,000 writes: nothing is recorded later than its revocation", async () => {
  const team = wellnessTeam();
  const people = Array.from({ length: 50 }, () => wellnessTeam().contact);
  const consents = await Promise.all(people.map((contact) => consent(team.service, contact)));
  const writes = Array.from({ length: 1_000 }, (_, n) =>
    observe(team.service, heartRate(people[n % 50] ?? "")),
  );
  const revokes = consents.map(({ id }) => step(team.service, "revoke", id));
  const [written, revoked] = await Promise.all([Promise.all(writes), Promise.all(revokes)]);
  assert.deepEqual(new Set(revoked.map(({ status }) => status)), new Set([200]));
  assert.ok(written.every(({ status }) => status === 201 || status === 403));
  const stored = await sql<{ late: boolean }>(
    `select o.created_at > c.revoked_at as late from emr.observations o
join emr.consents c on c.team_id = o.team_id and c.contact_id = o.contact_id where o.team_id = $1`,
    [team.service.team_id],
  );
  assert.equal(stored.length, written.filter(({ status }) => status === 201).length);
  assert.deepEqual(
    stored.filter(({ late }) => late),
    [],
  );
});

test("a write that begins after the answer to the revocation is refused", async () => {
  const { service, contact } = wellnessTeam();
  const { id } = await consent(service, contact);
  await Promise.all(Array.from({ length: 20 }, () => observe(service, heartRate(contact))));
  await step(service, "revoke", id);
  const late = await Promise.all(Array.from({ length: 20 }, () => observe(service, heartRate(contact))));
  assert.ok(late.every(({ status }) => status === 403));
});
