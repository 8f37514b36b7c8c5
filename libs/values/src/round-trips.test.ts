import assert from "node:assert/strict";
import { test } from "node:test";
import { digitsOf, read, shown, shownInstant, type Context, type Kind } from "./index.ts";
import { LOCALES, random } from "./testing/random.ts";

const ROUNDS = 100_000;
const FEWER = 20_000;
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Australia/Lord_Howe",
];
const { whole, pick, digits } = random(42);

/** Shows values and reads them back, the locale and the zone changing all the time. */
function roundTrips(
  kind: Kind,
  next: () => { value: number | string; more?: Partial<Context> },
  rounds = ROUNDS,
): void {
  for (let round = 0; round < rounds; round += 1) {
    const { value, more } = next();
    const context = { locale: pick(LOCALES), timeZone: pick(ZONES), exact: true, ...more };
    const text = shown(value, kind, context);
    const back = read(text, kind, context);
    if (back.value !== value) assert.deepEqual(back, { value }, `${JSON.stringify(context)}: ${text}`);
  }
}

/** A number of as many digits as a double keeps, at any place of its point. */
function number(): number {
  const text = `${pick(["", "-"])}${digits(whole(1, 15))}e${whole(-20, 1)}`;
  return Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER ? Number(text) || 0 : 0;
}

const integer = () => whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) || 0;

test("a number that is shown in an editor reads back as the same double, in every locale", () => {
  roundTrips("number", () => ({ value: number() }));
  roundTrips("percent", () => ({ value: number() }));
  roundTrips("integer", () => ({ value: integer() }));
});

test("a number that is shown with groups and all its digits reads back as the same double", () => {
  roundTrips("number", () => ({ value: number(), more: { exact: false } }));
});

test("an amount of every currency reads back as the same smallest units, with its sign or without", () => {
  const currencies = Intl.supportedValuesOf("currency");
  for (const exact of [true, false])
    roundTrips("money", () => ({ value: integer(), more: { exact, currency: pick(currencies) } }), FEWER);
});

test("a duration reads back as the same seconds", () => {
  roundTrips("duration", () => ({ value: whole(0, 10 ** whole(0, 12)) }));
});

test("a date reads back as the same day, also where the locale's own dates cannot be read", () => {
  const [first, last] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31)];
  roundTrips("date", () => ({ value: new Date(whole(first, last)).toISOString().slice(0, 10) }));
});

test("an instant reads back to the millisecond, also when clocks change", () => {
  const changes = [
    Date.UTC(2026, 2, 29, 1),
    Date.UTC(2026, 9, 25, 1),
    Date.UTC(2011, 11, 30, 10),
    Date.UTC(2026, 3, 4, 15),
  ];
  const near = () => pick(changes) + whole(-7_200, 7_200) * 1_000;
  const any = () => whole(Date.UTC(1970, 0, 1), Date.UTC(2100, 0, 1));
  for (const next of [near, any])
    for (let round = 0; round < FEWER; round += 1) {
      const value = new Date(next()).toISOString();
      const context = { locale: pick(LOCALES), timeZone: pick(ZONES), exact: true };
      const text = shownInstant(value, context);
      assert.deepEqual(read(text, "datetime", context), { value }, `${context.timeZone}: ${text}`);
    }
});

test("the places of currencies are those of ISO 4217", () => {
  assert.deepEqual(["JPY", "EUR", "HUF", "KWD", "CLF", "euro"].map(digitsOf), [0, 2, 2, 3, 4, 2]);
});
