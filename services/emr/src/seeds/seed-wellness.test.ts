import assert from "node:assert/strict";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";
import { wellnessOf } from "../testing/wellness-samples.ts";

const { door } = await testEmr();
const { list } = wellnessOf(door);

test("a team has a consent in each status and observations of who consents, the same ones again", async () => {
  const caller = reader();
  const seed = () => door.operate("SeedWellness", { team_id: caller.team_id });
  const first = await seed();
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const { contacts, consents, observations } = first.body;
  assert.equal(contacts.length, 4);
  assert.deepEqual(
    consents.map(({ status }: { status: string }) => status),
    ["active", "pending", "revoked", "expired"],
  );
  assert.deepEqual((await seed()).body, first.body);
  const shown = await list(caller, { contact_id: contacts[0] });
  assert.equal(shown.body.observations.length, observations.length);
});
