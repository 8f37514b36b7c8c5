import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { fieldsOf } from "./field.ts";
import { compileFilter } from "./filter.ts";
import { Params } from "./params.ts";
import { dayIn } from "./relative-days.ts";

/** Clocks that go back over midnight, forward over it, by half an hour, at another hour, and never. */
const zones = [
  "Atlantic/Azores",
  "America/Havana",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Europe/Berlin",
  "UTC",
];
/** The days on which they do, and the days beside them. */
const days = [
  ...["2026-03-28", "2026-03-29", "2026-03-30", "2026-04-05", "2026-10-04", "2026-10-24", "2026-10-25"],
  ...["2026-10-26", "2026-10-31", "2026-11-01", "2026-11-02"],
];
const fields = fieldsOf({ name: "at", kind: "datetime", sql: "at" });

const client = new Client({ connectionString: process.env["TEST_POSTGRES_URL"] });
before(() => client.connect());
after(() => client.end());

/** Returns those of these instants that the filter accepts for this day. */
async function fallInto(day: string, timezone: string, instants: readonly Date[]): Promise<string[]> {
  const params = new Params();
  const where = compileFilter(JSON.stringify({ field: "at", op: "eq", value: day }), fields, params, {
    timezone,
  });
  const all = params.add(instants, "timestamptz[]");
  const text = `select at from unnest(${all}) at where ${where} order by at`;
  const { rows } = await client.query<{ at: Date }>(text, params.values);
  return rows.map(({ at }) => at.toISOString());
}

test("an instant falls into the day that the clocks of the zone show, also where they go back over midnight", async () => {
  // From before the day begins in the east to after it has ended in the west.
  const halfHours = Array.from({ length: 106 }, (_, place) => (place - 28) * 1_800_000);
  for (const timezone of zones) {
    for (const day of days) {
      const instants = halfHours.map((offset) => new Date(Date.parse(day) + offset));
      const expected = instants.filter((at) => dayIn(timezone, at) === day).map((at) => at.toISOString());
      assert.deepEqual(await fallInto(day, timezone, instants), expected, `${timezone} ${day}`);
    }
  }
});
