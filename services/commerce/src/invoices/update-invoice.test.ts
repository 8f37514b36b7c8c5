import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { commerceTeam, inTeam, payer, testCommerce } from "../testing/test-commerce.ts";
import { dateIn, faults, invoicesOf, line } from "../testing/test-documents.ts";

const { door, strangers } = await testCommerce();
const { made, get, patch, remove, finalize, undo } = invoicesOf(door);

test("totals follow the lines at once, other members stay, and null clears", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false, memo: "m", footer: "f", metadata: { a: "1" } });
  const contact_id = randomUUID();
  const line_items = [line(250, { quantity: 0.5, tax_rate_bps: 1000 })];
  const { status, body, headers } = await patch(caller, draft.id, {
    contact_id,
    line_items,
    currency: "KWD",
  });
  assert.deepEqual([status, headers["etag"], body.version], [200, '"2"', 2]);
  assert.deepEqual([body.subtotal, body.tax_total, body.total], [125, 13, 138]);
  assert.deepEqual([body.contact_id, body.bill_to, body.currency], [contact_id, payer(contact_id), "KWD"]);
  assert.deepEqual([body.memo, body.footer, body.metadata], ["m", "f", { a: "1" }]);
  const cleared = await patch(caller, draft.id, { memo: null, footer: "", metadata: null });
  assert.deepEqual([cleared.body.memo, cleared.body.footer, cleared.body.metadata], [null, null, {}]);
});

test("a draft is due on a date or in days: either takes the other's place", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { auto_finalize: false });
  const due = async (body: object) => {
    const { due_date, days_until_due } = (await patch(caller, id, body)).body;
    return [due_date, days_until_due];
  };
  assert.deepEqual(await due({ due_date: "2999-01-01" }), ["2999-01-01", null]);
  assert.deepEqual(await due({ days_until_due: null }), ["2999-01-01", null]);
  assert.deepEqual(await due({ days_until_due: 0 }), [null, 0]);
  assert.deepEqual(await due({ due_date: "2999-01-01", days_until_due: null }), ["2999-01-01", null]);
  assert.deepEqual(await due({ due_date: null }), [null, 30]);
  assert.deepEqual(await due({ days_until_due: 0 }), [null, 0]);
  assert.equal((await finalize(caller, id)).body.due_date, dateIn("UTC"));
});

test("a change without an effect writes nothing", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false, memo: "m" });
  const { contact_id, currency } = draft;
  const same = {
    contact_id: contact_id.toUpperCase(),
    currency,
    memo: "m",
    line_items: [line(1000)],
    metadata: {},
  };
  const { status, body, headers } = await patch(caller, draft.id, same);
  assert.deepEqual([status, body, headers["x-changeset-id"]], [200, draft, undefined]);
});

test("what is the service's own, or wrong, is refused and changes nothing", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false });
  const stranger = randomUUID();
  strangers.add(stranger);
  const bodies: [object, string][] = [
    [{ auto_finalize: true }, "auto_finalize"],
    [{ status: "open" }, "status"],
    [{ number: "INV-1" }, "number"],
    [{ total: 1 }, "total"],
    [{ contact_id: null }, "contact_id"],
    [{ contact_id: stranger }, "contact_id"],
    [{ line_items: [] }, "line_items"],
    [{ line_items: [line(1, { quantity: 1e-5 })] }, "line_items.0.quantity"],
    [{ line_items: [line(1, { discount_amount: 2 })] }, "line_items.0.discount_amount"],
    [{ currency: "XXX" }, "currency"],
    [{ due_date: dateIn("UTC", -1) }, "due_date"],
    [{ due_date: "2999-01-01", days_until_due: 1 }, "due_date"],
  ];
  for (const [body, field] of bodies) {
    const reply = await patch(caller, draft.id, body);
    assert.deepEqual([reply.status, faults(reply)[0]?.split(" ")[0]], [422, field]);
  }
  const stale = await patch(caller, draft.id, { memo: "x" }, { headers: { "if-match": '"2"' } });
  assert.equal(stale.status, 412);
  assert.deepEqual((await get(caller, draft.id)).body, draft);
  assert.equal((await patch(inTeam(), draft.id, { memo: "x" })).status, 404);
});

test("a change of a draft is undone with its totals, and a deleted draft is absent", async () => {
  const { service, admin } = commerceTeam();
  const draft = await made(service, { auto_finalize: false });
  const changed = await patch(service, draft.id, { line_items: [line(5)] });
  assert.equal((await undo(changed, admin)).status, 200);
  const { body } = await get(service, draft.id);
  assert.deepEqual([body.total, body.line_items, body.version], [1000, draft.line_items, 3]);
  await remove(service, draft.id);
  for (const reply of [
    await patch(service, draft.id, { memo: "x" }),
    await remove(service, draft.id),
    await finalize(service, draft.id),
  ])
    assert.equal(reply.status, 404);
});

test("a draft whose date has passed is not finalized", async () => {
  const caller = inTeam(undefined, "Pacific/Kiritimati");
  const { id } = await made(caller, { auto_finalize: false, due_date: dateIn("Pacific/Kiritimati") });
  assert.equal((await finalize(caller, id)).status, 200);
  const late = await made(inTeam(caller, "Pacific/Niue"), {
    auto_finalize: false,
    due_date: dateIn("Pacific/Niue"),
  });
  const reply = await finalize(caller, late.id);
  assert.deepEqual([reply.status, faults(reply)[0]?.split(" ")[0]], [422, "due_date"]);
});
