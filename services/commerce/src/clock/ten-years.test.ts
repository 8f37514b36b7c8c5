import assert from "node:assert/strict";
import { test } from "node:test";
import type { Invoice } from "../../gen/rpc.ts";
import { testClock } from "../testing/test-clock.ts";
import { testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, subscriptionsOf } from "../testing/test-documents.ts";

const commerce = await testCommerce();
const clock = await testClock(commerce);
const { list } = invoicesOf(commerce.door);
const { subscribed } = subscriptionsOf(commerce.door);

const YEARS = 10;
const two = (value: number): string => String(value).padStart(2, "0");

/** Days of a month, counted without a calendar of any library. */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Starts of a period each month for ten years, from that day of January on. */
function reference(first: number, day: number): string[] {
  return Array.from({ length: YEARS * 12 }, (_, at) => {
    const [year, month] = [first + Math.floor(at / 12), (at % 12) + 1];
    return `${year}-${two(month)}-${two(Math.min(day, daysIn(year, month)))}T12:34:56.000Z`;
  });
}

for (const first of [2028, 2029])
  test(`ten years from ${first} through the worker: every anchor day has each month once, and numbers have no gap`, async () => {
    const caller = await clock.teamAt(`${first}-01-01T00:00:00Z`);
    const days = Array.from({ length: 31 }, (_, at) => at + 1);
    const ids: string[] = [];
    for (const day of days) {
      const start_at = `${first}-01-${two(day)}T12:34:56Z`;
      ids.push((await subscribed(caller, { interval: "month", start_at, days_until_due: 365 })).id);
    }
    // Paid late is unpaid, and has no further invoices: so somebody pays each year.
    const all: Invoice[] = [];
    for (let year = first + 1; year <= first + YEARS; year += 1) {
      assert.deepEqual(await clock.runAt(caller, `${year}-01-01T00:00:00Z`), []);
      await commerce.rewrite(
        `update commerce.invoices set status = 'paid', paid_at = now(),
  payment = '{"provider":"manual","method":"cash","reference":null,"paid_at":"2026-01-01T00:00:00Z"}'
where team_id = $1 and status = 'open'`,
        [caller.team_id],
      );
    }
    for (let cursor = ""; ;) {
      const { body } = await list(caller, `limit=500&sort=number:asc${cursor}`);
      all.push(...(body.invoices as Invoice[]));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(String(body.next_cursor))}`;
    }
    assert.deepEqual(
      all.map(({ number }) => number),
      all.map((_, at) => `INV-${String(at + 1).padStart(6, "0")}`),
    );
    const bySource = Map.groupBy(all, ({ source }) => source.id);
    for (const [at, day] of days.entries())
      assert.deepEqual(
        bySource.get(ids[at] ?? "")?.map(({ period }) => period?.start),
        reference(first, day),
        `day ${day}`,
      );
  });
