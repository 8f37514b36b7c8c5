import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, type TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();
const email = { id: "email", label: "E-mail", type: "email", maps_to: "email" };

const newForm = async (caller: Caller, settings: object): Promise<string> => {
  const body = { title: "Form", status: "published", fields: [email], settings };
  return (await door.call("CreateForm", { caller, body })).body.slug as string;
};
const submit = (caller: Caller, slug: string, body: unknown) =>
  door.call("CreateSubmission", { caller, path: { slug }, body });
const many = (caller: Caller, slug: string, bodyOf: (n: number) => unknown): Promise<TestReply[]> =>
  Promise.all(Array.from({ length: 200 }, (_, n) => submit(caller, slug, bodyOf(n))));
const countOf = async (caller: Caller, slug: string) =>
  (await door.call("GetForm", { caller, path: { slug } })).body.submission_count as number;
const tally = (replies: TestReply[]) => {
  const words = replies.map(({ status, body }) => (status === 201 ? "stored" : (body.code as string)));
  return Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length]),
  );
};

test("of 200 submissions at once a form for 100 stores 100, each with its event", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, { max_submissions: 100 });
  const replies = await many(caller, slug, (n) => ({ email: `a${n}@x.test` }));
  assert.deepEqual(tally(replies), { stored: 100, form_closed: 100 });
  assert.equal(await countOf(caller, slug), 100);
  const { events, contacts } = await stored(caller.team_id);
  assert.deepEqual([events.filter(({ type }) => type === "form.submitted").length, contacts], [100, 100]);
});

for (const single of ["email", "contact"])
  test(`of 200 submissions at once with one address one is stored by ${single}, whatever their case`, async () => {
    const caller = testCaller();
    const slug = await newForm(caller, { single_submission_by: single });
    const replies = await many(caller, slug, (n) => ({ email: n % 2 === 0 ? "ada@x.test" : "ADA@X.test" }));
    assert.deepEqual(tally(replies), { stored: 1, form_already_submitted: 199 });
    assert.deepEqual([await countOf(caller, slug), (await stored(caller.team_id)).contacts], [1, 1]);
  });

test("submissions at once with one address and no limit are all stored, of one contact", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, {});
  const replies = await many(caller, slug, () => ({ email: "ada@x.test" }));
  assert.deepEqual(tally(replies), { stored: 200 });
  assert.deepEqual([await countOf(caller, slug), (await stored(caller.team_id)).contacts], [200, 1]);
});

test("once a form's closing is answered, nothing is stored any more, and every 201 is there", async () => {
  const caller = testCaller();
  const slug = await newForm(caller, {});
  const under = many(caller, slug, (n) => ({ email: `a${n}@x.test` }));
  const closing = await door.call("UpdateForm", { caller, path: { slug }, body: { status: "closed" } });
  const then = await countOf(caller, slug);
  const replies = await under;
  assert.equal(closing.status, 200);
  assert.deepEqual([await countOf(caller, slug), tally(replies)["stored"] ?? 0], [then, then]);
});
