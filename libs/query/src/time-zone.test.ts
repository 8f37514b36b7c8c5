import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { isTimeZone, zoneOf } from "./time-zone.ts";

/** Names Node knows beside those of IANA: other zones to PostgreSQL, or none. */
const OF_NODE_ALONE =
  "AET AGT BET BST CAT CNT CTT ECT IET MIT NET PLT PNT PRT SST VST US/Pacific-New Canada/East-Saskatchewan SystemV/AST4 systemv/pst8pdt".split(
    " ",
  );

const client = new Client({ connectionString: process.env["TEST_POSTGRES_URL"] });
before(() => client.connect());
after(() => client.end());

/** Returns the wall clock of the zone at noon UTC of the day, by PostgreSQL. */
async function shown(zones: readonly string[], day: string): Promise<string[]> {
  const text = `select to_char($2::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI:SS') as wall
    from unnest($1::text[]) with ordinality as z (zone, place) order by place`;
  const { rows } = await client.query<{ wall: string }>(text, [zones, `${day}T12:00:00Z`]);
  return rows.map(({ wall }) => wall);
}

/** The same to Node. */
function shownByNode(zone: string, day: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return format.format(new Date(`${day}T12:00:00Z`));
}

test("every name that is accepted, in any case, is a zone of PostgreSQL whose clocks show what Node's show", async () => {
  const { rows } = await client.query<{ name: string }>("select name from pg_timezone_names");
  const names = new Set(rows.map(({ name }) => name));
  const known = [...names, ...Intl.supportedValuesOf("timeZone"), ...OF_NODE_ALONE, "UTC"];
  const accepted = [...new Set(known)].filter(isTimeZone);
  assert.ok(accepted.length > 500, `${accepted.length} names`);
  assert.deepEqual(
    accepted.filter((name) => !names.has(name)),
    [],
  );
  const spellings = accepted.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
  assert.ok(spellings.every(isTimeZone));
  for (const day of ["2020-01-15", "2024-07-15"]) {
    const byNode = spellings.map((zone) => `${zone} ${shownByNode(zone, day)}`);
    const byPostgres = (await shown(spellings, day)).map((wall, place) => `${spellings[place]} ${wall}`);
    assert.deepEqual(byPostgres, byNode);
  }
});

test("abbreviations, offsets and removed names are refused", () => {
  assert.equal(isTimeZone("Europe/Berlin"), true);
  assert.equal(isTimeZone("utc"), true);
  for (const name of [
    ...OF_NODE_ALONE,
    "EST",
    "GMT",
    "Japan",
    "",
    "Mars/Base",
    "+01:00",
    "utc; drop",
    5,
    null,
  ])
    assert.equal(isTimeZone(name), false, String(name));
});

test("a name that was stored before it was refused means the zone it meant, by a name that is accepted", async () => {
  assert.equal(zoneOf("europe/berlin"), "europe/berlin");
  assert.deepEqual(["AET", "US/Pacific-New", "BST", "GMT", "SystemV/AST4", "Mars"].map(zoneOf), [
    "Australia/Sydney",
    "America/Los_Angeles",
    "Asia/Dhaka",
    "UTC",
    "UTC",
    "UTC",
  ]);
  const [known] = await shown(OF_NODE_ALONE.map(zoneOf), "2026-01-15");
  assert.equal(known, "2026-01-15 23:00:00");
});
