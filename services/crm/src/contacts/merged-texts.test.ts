import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

const create = async (caller: Caller, body: object): Promise<string> => {
  const reply = await door.call("CreateContact", { caller, body });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body.id as string;
};
const merge = (caller: Caller, contact_id: string, source_id: string, more = {}) =>
  door.call("MergeContact", { caller, path: { contact_id }, body: { source_id, ...more } });

test("notes of both stay, one below the other, and notes that both have stay once", async () => {
  const notesAfter = async (target: string | undefined, source: string | undefined, more = {}) => {
    const caller = testCaller();
    const into = await create(caller, {
      first_name: "A",
      ...(target === undefined ? {} : { notes: target }),
    });
    const from = await create(caller, {
      first_name: "B",
      ...(source === undefined ? {} : { notes: source }),
    });
    return (await merge(caller, into, from, more)).body.notes as unknown;
  };
  assert.equal(await notesAfter("Likes tea.", "Calls on Monday."), "Likes tea.\n\nCalls on Monday.");
  assert.equal(
    await notesAfter("Likes tea.", "Calls on Monday.", { prefer: "source" }),
    "Calls on Monday.\n\nLikes tea.",
  );
  assert.equal(await notesAfter("Likes tea.\nBald.", "Likes tea."), "Likes tea.\nBald.");
  assert.equal(await notesAfter(undefined, " Calls. "), " Calls. ");
  assert.equal(await notesAfter(undefined, undefined), null);
  const caller = testCaller();
  const long = (letter: string) => create(caller, { first_name: letter, notes: letter.repeat(6_000) });
  const [into, from] = [await long("a"), await long("b")];
  const { status, body } = await merge(caller, into, from);
  assert.deepEqual(
    [status, body.code, body.errors[0].field, body.errors[0].code],
    [422, "limit_reached", "notes", "too_long"],
  );
  const source = await door.call("GetContact", { caller, path: { contact_id: from } });
  assert.equal(source.body.archived_at, null);
});

test("an address is filled from another that contradicts it nowhere, and two places are never mixed", async () => {
  const after = async (target: object, source: object, more = {}) => {
    const caller = testCaller();
    const into = await create(caller, { first_name: "A", address: target });
    const from = await create(caller, { first_name: "B", address: source, notes: "N" });
    const { body } = await merge(caller, into, from, more);
    const parts = Object.entries(body.address as object).filter(([, part]) => part !== null && part !== "");
    return [Object.fromEntries(parts) as unknown, body.notes as unknown];
  };
  const paris = { line1: "1 Rue X", postal_code: "75001", city: "Paris", country: "FR" };
  assert.deepEqual(await after({ city: " paris", country: "FR" }, paris), [
    { ...paris, city: " paris" },
    "N",
  ]);
  const berlin = { city: "Berlin", country: "DE" };
  assert.deepEqual(await after(berlin, paris), [berlin, "N\n\n1 Rue X, 75001, Paris, FR"]);
  assert.deepEqual(await after(berlin, paris, { prefer: "source" }), [paris, "N\n\nBerlin, DE"]);
  assert.deepEqual(await after(paris, { line2: "Bat. 3" }), [{ ...paris, line2: "Bat. 3" }, "N"]);
});
