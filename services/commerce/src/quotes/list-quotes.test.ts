import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { line, quotesOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { made, list, cancel } = quotesOf(door);

test("quotes are listed newest first, and by what each filter names", async () => {
  const caller = inTeam();
  const contact_id = randomUUID();
  const first = await made(caller, { contact_id, memo: "Spring works", line_items: [line(300)] });
  const second = await made(caller, { currency: "JPY", line_items: [line(100)], expires_at: inTwoDays });
  const draft = await made(caller, { finalize: false, line_items: [line(200)] });
  const { updated_at: changed } = (await cancel(caller, second.id)).body;
  await made(inTeam());
  const [a, b, c] = [first.id, second.id, draft.id];
  for (const [query, ids] of Object.entries({
    "": [c, b, a],
    "status=draft": [c],
    "status=canceled": [b],
    "status=expired": [],
    "currency=JPY": [b],
    [`contact_id=${contact_id}`]: [a],
    "q=spring": [a],
    "q=QUO-000002": [b],
    "sort=total:asc": [b, c, a],
    "sort=number:desc": [b, a, c],
    "sort=expires_at:asc,created_at:asc": [b, a, c],
    [`created_from=${second.created_at}`]: [c, b],
    [`created_to=${encodeURIComponent(draft.created_at)}`]: [b, a],
    [`updated_since=${changed}`]: [b],
  })) {
    const { status, body } = await list(caller, query);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.quotes.map(({ id }: { id: string }) => id),
      ids,
      query,
    );
  }
  const page = (await list(caller, "limit=2")).body;
  const rest = (await list(caller, `limit=2&cursor=${encodeURIComponent(page.next_cursor)}`)).body;
  assert.deepEqual([page.quotes.length, rest.quotes, rest.next_cursor], [2, [first], null]);
});

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();

for (const query of [
  "status=paid",
  "currency=euro",
  "contact_id=x",
  "created_to=today",
  "sort=due_date:asc",
  "overdue=true",
])
  test(`refused: ${query}`, async () => {
    assert.equal((await list(inTeam(), query)).status, 400);
  });
