import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";
import { line, quotesOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { made, cancel } = quotesOf(door);
const { ask, pathOf } = documentPagesOf(door);

test("a page shows the quote and two buttons of one form; a draft that was taken back has no page", async () => {
  const caller = inTeam();
  const quote = await made(caller, {
    currency: "JPY",
    line_items: [line(1234567)],
    recurring: { interval: "month", interval_count: 3 },
  });
  const { status, text } = await ask(pathOf(quote));
  assert.equal(status, 200);
  for (const shown of ["QUO-000001", "1,234,567 JPY", "every 3 months", "Valid until"])
    assert.ok(text.includes(shown), shown);
  const buttons = text.match(/<button [^>]*name="action" value="(accept|decline)"/g);
  assert.deepEqual([buttons?.length, text.match(/<form method="post"/g)?.length], [2, 1]);
  const draft = await made(caller, { finalize: false });
  assert.equal((await cancel(caller, draft.id)).body.hosted_url, null);
});
