import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, line } from "../testing/test-documents.ts";

const { door, rewrite } = await testCommerce();
const { made, list, pay } = invoicesOf(door);

const idsOf = async (caller: Caller, query: string): Promise<string[]> => {
  const { status, body } = await list(caller, query);
  assert.equal(status, 200, JSON.stringify(body));
  return (body.invoices as { id: string }[]).map(({ id }) => id);
};

test("invoices are listed newest first, and by what each filter names", async () => {
  const caller = inTeam();
  const contact_id = randomUUID();
  const first = await made(caller, { contact_id, memo: "Spring works", line_items: [line(300)] });
  const second = await made(caller, { currency: "JPY", line_items: [line(100)] });
  const draft = await made(caller, { auto_finalize: false, line_items: [line(200)] });
  const paid = (await pay(caller, second.id)).body;
  await made(inTeam());
  const [a, b, c] = [first.id, second.id, draft.id];
  assert.equal((await list(caller, "limit=1&currency=EUR&count=exact")).body.total, 2);
  const expected: Record<string, string[]> = {
    "": [c, b, a],
    "status=draft": [c],
    "status=paid": [b],
    "currency=JPY": [b],
    [`contact_id=${contact_id}`]: [a],
    [`source_id=${randomUUID()}`]: [],
    "q=spring": [a],
    "q=INV-000002": [b],
    "sort=total:asc": [b, c, a],
    "sort=number:desc": [b, a, c],
    "sort=due_date:asc,created_at:asc": [a, b, c],
    [`created_from=${second.created_at}`]: [c, b],
    [`created_to=${encodeURIComponent(draft.created_at)}`]: [b, a],
    [`updated_since=${paid.updated_at}`]: [b],
    "overdue=true": [],
    "overdue=false": [c, b, a],
  };
  for (const [query, ids] of Object.entries(expected))
    assert.deepEqual(await idsOf(caller, query), ids, query);
  const page = (await list(caller, "limit=2")).body;
  const rest = (await list(caller, `limit=2&cursor=${encodeURIComponent(page.next_cursor)}`)).body;
  assert.deepEqual([page.invoices.length, rest.invoices, rest.next_cursor], [2, [first], null]);
});

test("what is open and was due before today is overdue; nothing else is", async () => {
  const caller = inTeam();
  const [late, paid, today] = [
    await made(caller),
    await made(caller),
    await made(caller, { days_until_due: 0 }),
  ];
  const draft = await made(caller, { auto_finalize: false });
  await rewrite("update commerce.invoices set due_date = current_date - 1 where id = any($1)", [
    [late.id, paid.id],
  ]);
  await pay(caller, paid.id);
  assert.deepEqual(await idsOf(caller, "overdue=true"), [late.id]);
  assert.deepEqual(await idsOf(caller, "overdue=false"), [draft.id, today.id, paid.id]);
  const { body } = await list(caller, "overdue=true");
  assert.deepEqual([body.invoices[0].overdue, body.invoices[0].status], [true, "open"]);
});

for (const query of [
  "status=late",
  "currency=euro",
  "contact_id=x",
  "created_from=2026-01-01",
  "overdue=perhaps",
  "sort=memo:asc",
  "filter={}",
  "surprise=1",
])
  test(`refused: ${query}`, async () => {
    assert.equal((await list(inTeam(), query)).status, 400);
  });
