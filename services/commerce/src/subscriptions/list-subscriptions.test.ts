import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { line, inDays, subscriptionsOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { subscribed, cancel, listSubscriptions } = subscriptionsOf(door);

test("subscriptions are listed newest first, and by what each filter names", async () => {
  const caller = inTeam();
  const contact_id = randomUUID();
  const first = await subscribed(caller, { contact_id, memo: "Spring club", items: [line(300)] });
  const second = await subscribed(caller, { currency: "JPY", items: [line(100)] });
  const third = await subscribed(caller, { start_at: inDays(1), items: [line(200)] });
  const canceled = (await cancel(caller, second.id)).body;
  await subscribed(inTeam());
  const [a, b, c] = [first.id, second.id, third.id];
  const expected: Record<string, string[]> = {
    "": [c, b, a],
    "status=pending": [c],
    "status=canceled": [b],
    "currency=JPY": [b],
    [`contact_id=${contact_id}`]: [a],
    "q=spring": [a],
    "sort=total:asc": [b, c, a],
    "sort=current_period_end:asc,created_at:asc": [a, b, c],
    [`created_from=${second.created_at}`]: [c, b],
    [`created_to=${encodeURIComponent(third.created_at)}`]: [b, a],
    [`updated_since=${canceled.updated_at}`]: [b],
    [`contact_id=${randomUUID()}`]: [],
  };
  for (const [query, ids] of Object.entries(expected)) {
    const { status, body } = await listSubscriptions(caller, query);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      (body.subscriptions as { id: string }[]).map(({ id }) => id),
      ids,
      query,
    );
  }
});

test("an unknown filter is refused", async () => {
  for (const query of ["status=open", "contact_id=1", "created_from=yesterday", "overdue=true"])
    assert.equal((await listSubscriptions(inTeam(), query)).status, 400, query);
});
