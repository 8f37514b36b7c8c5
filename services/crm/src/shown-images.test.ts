import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testCrm } from "./testing/test-crm.ts";
import { testTeam } from "./testing/test-people.ts";

const { door } = await testCrm();
const body = { first_name: "Ada", email: "ada@example.com" };

/** Returns the reply without the members that are the same for every contact, which are not stored. */
const stored = ({ body }: TestReply) =>
  Object.fromEntries(Object.entries(body as object).filter(([name]) => name !== "consent"));

test("a contact or task of a changeset is as it is read, before a change and after it", async () => {
  const { service: caller } = testTeam();
  const contact = { create: "CreateContact", update: "UpdateContact", body, changed: { title: "Countess" } };
  const task = {
    create: "CreateTask",
    update: "UpdateTask",
    body: { title: "Call" },
    changed: { title: "Write" },
  };
  for (const { create, update, body, changed } of [contact, task]) {
    const made = await door.call(create, { caller, body });
    const id = String(made.body.id);
    const path = { contact_id: id, task_id: id };
    const patched = await door.call(update, { caller, path, body: changed });
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    const changeset = { changeset_id: patched.headers["x-changeset-id"] ?? "" };
    const { operations } = (await door.call("GetChangeset", { caller, path: changeset })).body;
    const { before, after } = operations[0];
    assert.deepEqual([before, after], [stored(made), stored(patched)]);
  }
});
