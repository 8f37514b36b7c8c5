import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, until, type Asked } from "@jst/testing";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const { door, sql, crm } = await testScheduling();
const { typeOf, book } = bookingsOf(door);

test("a refused booking's key may be used again, and succeeds then", async () => {
  const caller = testCaller();
  const type = await typeOf(caller);
  await book(caller, type.id, at(3, "10:00"));
  const headers = { "idempotency-key": "mine" };
  const again = () => book(caller, type.id, at(3, "10:00"), {}, { headers });
  assert.equal((await again()).status, 409);
  await sql("delete from scheduling.bookings where team_id = $1", [caller.team_id]);
  const made = await again();
  assert.equal(made.status, 201);
  assert.deepEqual((await again()).body, made.body);
});

/** A booking whose commit is done and whose contact is being made until `release` is called. */
async function bookingUnderWay(caller: Caller) {
  const type = await typeOf(caller);
  const headers = { "idempotency-key": "mine" };
  const again = () => book(caller, type.id, at(3, "10:00"), {}, { headers });
  const { promise, resolve: release } = Promise.withResolvers<undefined>();
  const isOwn = ({ rpc, body }: Asked) => rpc.endsWith("/BookedContact") && body.team_id === caller.team_id;
  crm.hold = (asked) => (isOwn(asked) ? promise : undefined);
  const first = again();
  await until("crm is asked for the contact", 30_000, () => (crm.asked.some(isOwn) ? true : undefined));
  return { again, first, release: () => release(undefined) };
}

test("a repeat while the contact is made finds the key in use, and later ones answer as the first (scheduling.contact)", async () => {
  const { again, first, release } = await bookingUnderWay(testCaller());
  const early = await again();
  release();
  const made = await first;
  assert.equal(typeof made.body.contact_id, "string");
  assert.deepEqual([early.status, early.body.code], [409, "idempotency_in_progress"]);
  const late = await again();
  assert.deepEqual([late.status, late.body, late.headers["idempotency-replayed"]], [201, made.body, "true"]);
});

test("the key of a process that died before the contact was made is free again in ten seconds", async () => {
  const caller = testCaller();
  const { again, first, release } = await bookingUnderWay(caller);
  const lapse = (seconds: number) =>
    sql(
      "update scheduling.idempotency_keys set created_at = created_at - make_interval(secs => $2) where team_id = $1",
      [caller.team_id, seconds],
    );
  await lapse(10);
  const { status, body } = await again();
  assert.deepEqual([status, body.contact_id], [201, null]);
  release();
  assert.equal((await first).body.id, body.id);
});
