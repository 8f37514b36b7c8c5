import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testEmr } from "../testing/test-emr.ts";
import { wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door, rewrite, looks } = await testEmr();
const { consent, step } = wellnessOf(door);

test("consents are listed newest first, by contact and by their status of this moment", async () => {
  const { service, contact } = wellnessTeam();
  const ids: string[] = [];
  for (const status of ["pending", "active", "active", "active"])
    ids.push((await consent(service, contact, { status })).id);
  await consent(service, randomUUID());
  await step(service, "revoke", ids[1] ?? "");
  await rewrite("update emr.consents set expires_at = now() where id = $1", [ids[2]]);
  const listed = async (parameters: Record<string, string>) => {
    const query = new URLSearchParams({ contact_id: contact, ...parameters }).toString();
    const reply = await door.call("ListWellnessConsents", { caller: service, query });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return (reply.body.consents as { id: string }[]).map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await listed({}), [3, 2, 1, 0]);
  assert.deepEqual(await listed({ status: "pending" }), [0]);
  assert.deepEqual(await listed({ status: "revoked" }), [1]);
  assert.deepEqual(await listed({ status: "expired" }), [2]);
  assert.deepEqual(await listed({ status: "active" }), [3]);
  assert.deepEqual(await listed({ sort: "created_at:asc", limit: "2" }), [0, 1]);
  assert.deepEqual(await listed({ contact_id: randomUUID() }), []);
  const last = (await looks(service)).at(-1);
  assert.deepEqual([last?.action, last?.outcome], ["search", "success"]);
});

for (const query of ["status=paused", "contact_id=x", "sort=source:asc", "limit=0", "q=ada"])
  test(`${query} is refused`, async () => {
    const { service } = wellnessTeam();
    assert.equal((await door.call("ListWellnessConsents", { caller: service, query })).status, 400);
  });
