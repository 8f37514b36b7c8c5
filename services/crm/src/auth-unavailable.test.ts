import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, test } from "node:test";
import { propose, testTeam } from "@jst/testing";
import { testCrm } from "./testing/test-crm.ts";

const { door, auth, stored, teams } = await testCrm({ asksAuth: true });
afterEach(() => {
  auth.isUnavailable = false;
});
const contact = { first_name: "Ada" };

test("an approval while auth has no database is 503, changes nothing, and is done once when it is repeated", async () => {
  const { member, admin } = testTeam();
  const path = await propose(door, member, "CreateContact", { body: contact });
  const headers = { "idempotency-key": "approve-once" };
  const approve = () => door.call("ApproveChangeset", { caller: admin, path, headers });
  auth.isUnavailable = true;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = await approve();
    assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"], JSON.stringify(refused.body));
    assert.doesNotMatch(JSON.stringify(refused.body), /auth|Identities|database of the peer/);
  }
  assert.deepEqual(await stored(member.team_id), { contacts: 0, events: [], changes: [] });
  const { body: waiting } = await door.call("GetChangeset", { caller: member, path });
  assert.equal(waiting.status, "queued");
  auth.isUnavailable = false;
  const [done, again] = [await approve(), await approve()];
  assert.deepEqual([done.status, again.status, again.body.id], [200, 200, path.changeset_id]);
  const after = await stored(member.team_id);
  assert.deepEqual([after.contacts, after.events.length, after.changes], [1, 1, ["create"]]);
});

test("every call that needs auth is 503 while auth has no database, and stores nothing", async () => {
  const { service } = testTeam();
  const { body } = await door.call("CreateContact", { caller: service, body: contact });
  const slug = `t-${randomUUID()}`;
  const brand = { name: "Acme Ltd", logo: null, favicon: null, primary_color: "#0f766e" };
  const modules = ["forms", "contacts"];
  teams.set(slug, { team_id: service.team_id, slug, modules, brand, timezone: "UTC" });
  auth.isUnavailable = true;
  const assignee_id = randomUUID();
  const replies = {
    owner: await door.call("UpdateContact", {
      caller: service,
      path: { contact_id: body.id },
      body: { owner_id: assignee_id },
    }),
    task: await door.call("CreateTask", { caller: service, body: { title: "Call", assignee_id } }),
  };
  for (const [what, { status, body: problem }] of Object.entries(replies))
    assert.deepEqual([status, problem.code], [503, "unavailable"], `${what} ${JSON.stringify(problem)}`);
  const page = await fetch(`${door.httpUrl}/p/forms/${slug}/feedback`);
  assert.equal(page.status, 503);
  const { changes } = await stored(service.team_id);
  assert.deepEqual(changes, ["create"]);
});
