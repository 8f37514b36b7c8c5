import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Dice } from "@jst/testing";
import { Client } from "pg";
import { type FieldKind, fieldsOf } from "./field.ts";
import { compileFilterNode } from "./filter.ts";
import { matches } from "./match.ts";
import { operators } from "./operators.ts";
import { Params } from "./params.ts";

/** Filters that are tried; each one judges every object. MATCH_FILTERS sets another number. */
const filterCount = Number(process.env["MATCH_FILTERS"] ?? 2_500);
const seed = Number(process.env["MATCH_SEED"] ?? 20_261_130);

const kinds = {
  name: "text",
  email: "text",
  size: "number",
  open: "boolean",
  due: "date",
  seen: "datetime",
  state: "select",
  owner: "uuid",
  tags: "multi",
  owners: "uuids",
  meta: "json",
} as const satisfies Record<string, FieldKind>;

/** Spellings of an address whose domain has two. */
const spellings = (one: string) => [one, one.replace("ß", "ss")];
const fields = fieldsOf(
  ...Object.entries(kinds).map(([name, kind]) => ({
    name,
    kind,
    sql: `r.${name}`,
    ...(name === "email" ? { spellings } : {}),
  })),
);

const ids = [1, 2, 3].map((n) => `0198c7a0-0000-7000-8000-00000000000${n}`);
const texts = [
  "",
  "a",
  "A",
  "ab",
  "Éa",
  "éA",
  "İx",
  "ix",
  "ΟΔΟΣ",
  "οδος",
  "οδοσ",
  "straße",
  "STRASSE",
  "50%_\\",
];
const days = ["2026-03-29", "2026-03-30", "2026-10-25", "2026-11-01", "2026-12-31", "2027-01-01"];
const zones = ["UTC", "Europe/Berlin", "America/Havana", "Atlantic/Azores", "Pacific/Apia"];
const now = new Date("2026-10-25T00:30:00Z");
const context = { timezone: "Europe/Berlin", now: () => now };

const client = new Client({ connectionString: process.env["TEST_POSTGRES_URL"] });
before(async () => {
  await client.connect();
  await client.query("set timezone to 'UTC'");
  await client.query(`create temp table r (n integer, name text, email text, size float8, open boolean, due date,
    seen timestamptz, state text, owner uuid, tags text[], owners text[], meta jsonb)`);
});
after(() => client.end());

const some = (dice: Dice, all: readonly string[]) =>
  Array.from({ length: 1 + dice.number(3) }, () => dice.one(all));

function randomInstant(dice: Dice): string {
  const ms = Date.parse(dice.one(days)) + (dice.number(96) - 48) * 1_800_000 + dice.number(3);
  return new Date(ms).toISOString();
}

/** Values of each kind, for objects and for conditions. */
const valueOf: Record<FieldKind, (dice: Dice) => unknown> = {
  text: (dice) => dice.one(texts),
  number: (dice) => dice.one([-1.5, 0, 1, 2, 9007199254740992, 1e300]),
  boolean: (dice) => dice.number(2) === 0,
  date: (dice) => dice.one(days),
  datetime: randomInstant,
  select: (dice) => dice.one(["a", "b", "c"]),
  uuid: (dice) => dice.one(ids),
  multi: (dice) => (dice.number(4) === 0 ? [] : some(dice, ["a", "b", "c"])),
  uuids: (dice) => (dice.number(4) === 0 ? [] : some(dice, ids)),
  json: () => ({ any: 1 }),
};

function randomObject(dice: Dice): Record<string, unknown> {
  const given = Object.entries(kinds).flatMap(([name, kind]): [string, unknown][] =>
    dice.number(4) === 0 ? [] : [[name, valueOf[kind](dice)]],
  );
  return Object.fromEntries(given);
}

function randomDate(dice: Dice, kind: FieldKind): unknown {
  const place = dice.number(4);
  if (place === 0) return dice.one(days);
  if (place === 1 && kind === "datetime") {
    const instant = randomInstant(dice);
    return dice.one([instant, instant.replace("Z", "400Z"), instant.replace(/\.\d+Z/, "+02:00")]);
  }
  const timezone = dice.number(2) === 0 ? {} : { timezone: dice.one(zones) };
  if (place === 2) return { rel: dice.one(["today", "this_week", "past_month", "next_year"]), ...timezone };
  return { rel: dice.one(["days_ago", "past_days", "next_days"]), n: dice.number(200), ...timezone };
}

function randomValue(dice: Dice, kind: FieldKind, op: string): unknown {
  if (op === "empty" || op === "nempty") return undefined;
  const one = () => (kind === "date" || kind === "datetime" ? randomDate(dice, kind) : valueOf[kind](dice));
  if (op === "between") return [one(), one()];
  if (kind === "multi") return some(dice, ["a", "b", "c", "d"]);
  if (kind === "uuids") return some(dice, ids);
  return op === "in" || op === "nin" ? [one(), one()] : one();
}

function randomFilter(dice: Dice, depth = 0): unknown {
  const group = depth < 3 ? dice.number(6) : 6;
  if (group === 0) return { not: randomFilter(dice, depth + 1) };
  const inner = () => Array.from({ length: 1 + dice.number(3) }, () => randomFilter(dice, depth + 1));
  if (group === 1) return { and: inner() };
  if (group === 2) return { or: inner() };
  const [field, kind] = dice.one(Object.entries(kinds));
  const op = dice.one(Object.keys(operators[kind]));
  const value = randomValue(dice, kind, op);
  return { field, op, ...(value === undefined ? {} : { value }) };
}

test(`random filters pass exactly the objects that the SQL of the list finds (seed ${seed})`, async () => {
  const dice = new Dice(seed);
  const objects = Array.from({ length: 100 }, () => randomObject(dice));
  await client.query(
    `insert into r select o.n, v.* from unnest($1::jsonb[]) with ordinality o (item, n)
       cross join lateral jsonb_to_record(o.item) v (name text, email text, size float8, open boolean, due date,
         seen timestamptz, state text, owner uuid, tags text[], owners text[], meta jsonb)`,
    [objects.map((object) => JSON.stringify(object))],
  );
  for (let at = 0; at < filterCount; at += 1) {
    const filter = randomFilter(dice);
    const params = new Params();
    const where = compileFilterNode(filter, fields, params, context);
    const { rows } = await client.query<{ n: number }>(
      `select n from r where ${where} order by n`,
      params.values,
    );
    const passed = objects.flatMap((object, n) =>
      matches(filter, object, { fields, ...context }) ? [n + 1] : [],
    );
    assert.deepEqual(
      passed,
      rows.map(({ n }) => n),
      JSON.stringify(filter),
    );
  }
});

test("both readings of a filter have the same operators", () => {
  for (const kind of Object.values(kinds))
    for (const op of Object.keys(operators[kind])) {
      const dice = new Dice(1);
      const value = randomValue(dice, kind, op);
      const field = Object.entries(kinds).find(([, of]) => of === kind)?.[0] ?? "";
      assert.equal(
        typeof matches({ field, op, value }, {}, { fields, ...context }),
        "boolean",
        `${kind} ${op}`,
      );
    }
});
