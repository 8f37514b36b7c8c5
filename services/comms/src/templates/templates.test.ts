import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { describeResource } from "@jst/resource/testing";
import { human, testCaller, type TestReply } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { testComms } from "../testing/test-comms.ts";
import { templates } from "./template.ts";

const { database, door } = await testComms();

const create = (caller: Caller, body: object) => door.call("CreateTemplate", { caller, body });
const patch = (caller: Caller, template_id: string, body: object) =>
  door.call("UpdateTemplate", { caller, path: { template_id }, body });
const remove = (caller: Caller, template_id: string) =>
  door.call("DeleteTemplate", { caller, path: { template_id } });
const undo = (caller: Caller, reply: TestReply) => {
  const path = { changeset_id: reply.headers["x-changeset-id"] ?? "" };
  return door.call("UndoChangeset", { caller: human(caller.team_id, "admin"), path, body: {} });
};
/** Field and code of each error, in order. */
const refusals = ({ body }: TestReply) =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

describeResource(templates, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  needed: ["channel", "subject", "text"],
  isFlaggedDeleted: true,
  given: () =>
    Promise.resolve({
      name: ["One", "Two"],
      channel: ["email", "email"],
      subject: ["Order {{ number }}", "Your order"],
      text: ["Hello {{ name }}", "Hello"],
      html: ["<p>Hello {{ name }}</p>", "<p>Hello</p>"],
    }),
});

test("e-mail needs a subject and a part, the other channels a text and nothing else; all faults at once", async () => {
  const caller = testCaller();
  const given = (body: object) => create(caller, { name: randomUUID(), ...body });
  assert.deepEqual(refusals(await given({ channel: "email" })), ["subject required", "text required"]);
  for (const channel of ["sms", "whatsapp", "in_app"]) {
    const reply = await given({ channel, subject: "x", html: "<p>x" });
    assert.deepEqual(refusals(reply), ["text required", "subject not_allowed", "html not_allowed"]);
    assert.equal((await given({ channel, text: "Hello" })).status, 201);
  }
  const { body } = await given({ channel: "email", subject: "x", html: "<p>x" });
  assert.deepEqual(refusals(await patch(caller, body.id, { channel: "sms" })), [
    "text required",
    "subject not_allowed",
    "html not_allowed",
  ]);
  for (const subject of ["a\nb", "a\rb"])
    assert.equal(
      (await given({ channel: "email", subject, text: "x" })).status,
      422,
      JSON.stringify(subject),
    );
});

test("a part that is not valid Liquid is refused with its line and column, every part at once", async () => {
  const broken = { subject: "{{ a | nope }}", text: "one\ntwo {% nope %}", html: "<p>\n\n  {{ x" };
  const reply = await create(testCaller(), { name: "x", channel: "email", ...broken });
  assert.equal(reply.status, 422);
  const places = (reply.body.errors as Record<string, unknown>[]).map(({ field, code, line, column }) => [
    field,
    code,
    line,
    column,
  ]);
  assert.deepEqual(places, [
    ["subject", "template_invalid", 1, 1],
    ["text", "template_invalid", 2, 5],
    ["html", "template_invalid", 3, 3],
  ]);
});

test("a name is taken once among the live ones, and free when its template is deleted", async () => {
  const caller = testCaller();
  const body = { name: "Shipped", channel: "sms", text: "It is on its way." };
  const { body: first } = await create(caller, body);
  const taken = await create(caller, body);
  assert.deepEqual([taken.status, taken.body.code, taken.body.existing_id], [409, "name_taken", first.id]);
  assert.equal((await create(testCaller(), body)).status, 201, "another team has names of its own");
  const { body: other } = await create(caller, { ...body, name: "shipped" });
  assert.equal((await patch(caller, other.id, { name: "Shipped" })).body.code, "name_taken");
  const deletion = await remove(caller, first.id);
  assert.deepEqual(deletion.body, { id: first.id, deleted: true });
  assert.equal((await patch(caller, other.id, { name: "Shipped" })).status, 200);
  const undone = await undo(caller, deletion);
  assert.deepEqual([undone.status, undone.body.code], [409, "changeset_conflict"]);
  assert.equal((await remove(caller, other.id)).status, 200);
  assert.equal((await undo(caller, deletion)).status, 200);
  const again = await Promise.all(
    Array.from({ length: 20 }, () => create(caller, { ...body, name: "Raced" })),
  );
  assert.deepEqual(again.map(({ status }) => status).sort(), [201, ...Array<number>(19).fill(409)]);
});
