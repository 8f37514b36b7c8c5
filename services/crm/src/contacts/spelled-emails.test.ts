import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

const inQuery = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** Spellings of one address each: in case, in NFC and NFD, with the domain in letters and in ASCII. */
const ADDRESSES = [
  ["josé@Example.org", "jose\u0301@example.org", "JOSÉ@EXAMPLE.ORG"],
  ["info@müller.de", "info@mu\u0308ller.de", "Info@xn--mller-kva.de", "info@MÜLLER.de"],
];

test("every spelling of an address names the one live contact: create, upsert, list and q", async () => {
  const caller = testCaller();
  for (const [first = "", ...others] of ADDRESSES) {
    const { body: made } = await door.call("CreateContact", { caller, body: { email: first } });
    for (const email of others) {
      const again = await door.call("CreateContact", { caller, body: { email } });
      assert.deepEqual([again.status, again.body.existing_id], [409, made.id], email);
      const upserted = await door.call("UpsertContact", { caller, body: { email, title: email } });
      assert.deepEqual([upserted.status, upserted.body.id], [200, made.id], email);
      const query = inQuery({ email });
      const listed = await door.call("ListContacts", { caller, query });
      assert.deepEqual(
        listed.body.contacts.map(({ id }: { id: string }) => id),
        [made.id],
        email,
      );
    }
  }
});

test("texts of bodies and queries come back in NFC, and q finds them in either form", async () => {
  const caller = testCaller();
  const body = { last_name: "Mu\u0308ller", custom: { "Gro\u0308ße": "e\u0301" }, tags: ["cafe\u0301"] };
  const { status, body: made } = await door.call("CreateContact", { caller, body });
  assert.deepEqual(
    [status, made.last_name, made.custom, made.tags],
    [201, "Müller", { Größe: "é" }, ["café"]],
  );
  for (const form of ["NFC", "NFD"] as const) {
    const q = await door.call("ListContacts", { caller, query: inQuery({ q: "müller".normalize(form) }) });
    const tag = await door.call("ListContacts", { caller, query: inQuery({ tag: "café".normalize(form) }) });
    assert.deepEqual([q.body.contacts.length, tag.body.contacts.length], [1, 1], form);
  }
});

test("two members of one name in two spellings are refused, and nothing is stored", async () => {
  const caller = testCaller();
  const body = { last_name: "Ada", custom: { é: 1, "e\u0301": 2 } };
  const { status, body: problem } = await door.call("CreateContact", { caller, body });
  assert.deepEqual([status, problem.errors[0].code], [422, "duplicate"]);
});

test("a contact is found by one letter, by names in either order, and by its number however it is written", async () => {
  const caller = testCaller();
  const ann = { first_name: "Ann", last_name: "Müller", display_name: "A. M.", phone: "+49 30 901820" };
  const { body: made } = await door.call("CreateContact", { caller, body: ann });
  await door.call("CreateContact", { caller, body: { last_name: "李", company: "Other, Inc." } });
  const found = async (q: string) => {
    const { status, body } = await door.call("ListContacts", { caller, query: inQuery({ q }) });
    assert.equal(status, 200, q);
    return body.contacts as { id: string }[];
  };
  const numbers = ["+49 30 901820", "030 901820", "030901820", "(030) 90-18-20", "901820", "+4930901820"];
  for (const q of ["Müller, Ann", "Müller Ann", "ann müller", "ann  MÜLLER", "müller,ann", ...numbers])
    assert.deepEqual(
      (await found(q)).map(({ id }) => id),
      [made.id],
      q,
    );
  assert.deepEqual([(await found("李")).length, (await found("Other, Inc")).length], [1, 1]);
  assert.equal((await found("Ann Smith")).length, 0);
});
