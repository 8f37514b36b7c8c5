import assert from "node:assert/strict";
import { test } from "node:test";
import { commerceTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { create, get, finalize, pay, remove, undo, list } = invoicesOf(door);

test("drafts are undone; what is finalized is not, nor the draft that it was, also with force", async () => {
  const { service, admin } = commerceTeam();
  const draft = await create(service, { auto_finalize: false });
  assert.equal((await undo(draft, admin)).status, 200);
  assert.equal((await get(service, draft.body.id)).status, 404);
  const kept = await create(service, { auto_finalize: false });
  const removed = await remove(service, kept.body.id);
  assert.deepEqual(
    [removed.body, (await get(service, kept.body.id)).status],
    [{ id: kept.body.id, deleted: true }, 404],
  );
  assert.equal((await undo(removed, admin)).status, 200);
  assert.equal((await get(service, kept.body.id)).body.status, "draft");
  const final = await finalize(service, kept.body.id);
  const paid = await pay(service, kept.body.id);
  for (const reply of [await create(service), final, paid, kept])
    for (const force of [false, true]) {
      const refused = await undo(reply, admin, force);
      assert.deepEqual([refused.status, refused.body.code], [409, "not_undoable"]);
    }
  assert.equal((await list(service)).body.invoices.length, 2);
});
