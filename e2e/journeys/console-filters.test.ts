import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { faultOf } from "../../services/console/app/data/filters/checks.ts";
import { arityOf, fieldsOf, operatorsOf } from "../../services/console/app/data/filters/operators.ts";
import { conditionIn } from "../../services/console/app/data/filters/reading.ts";
import { DATE_WORDS, DAY_COUNTS } from "../../services/console/app/words/filters.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** The API accepts every operator that the console offers for a column (console.filters, conventions.operators). */
type Column = Parameters<typeof operatorsOf>[0];

const choices = { options: [{ value: "a" }, { value: "b" }] };
/** Options of a column of each type, and a value that a person may write. */
const types: Readonly<Record<Column["type"], { more?: object; value: string }>> = {
  text: { value: "a" },
  long_text: { value: "a" },
  email: { value: "a@example.test" },
  phone: { value: "+41790000000" },
  url: { value: "https://example.test/" },
  number: { value: "1.5" },
  integer: { value: "2" },
  currency: { more: { options: { currency: "EUR" } }, value: "2" },
  percent: { value: "2" },
  rating: { value: "2" },
  duration: { value: "2 min" },
  autonumber: { value: "2" },
  boolean: { value: "yes" },
  date: { value: "2026-03-01" },
  datetime: { value: "2026-03-01T08:00:00Z" },
  created_at: { value: "2026-03-01T08:00:00Z" },
  updated_at: { value: "2026-03-01T08:00:00Z" },
  select: { more: { options: choices }, value: "a" },
  multi_select: { more: { options: choices }, value: "a" },
  state: { more: { options: { states: ["a", "b"], initial: "a" } }, value: "a" },
  user: { value: "0198f0a0-0000-7000-8000-000000000000" },
  contact: { value: "0198f0a0-0000-7000-8000-000000000000" },
  created_by: { value: "0198f0a0-0000-7000-8000-000000000000" },
  updated_by: { value: "0198f0a0-0000-7000-8000-000000000000" },
  relation: { more: { relation: { table_id: "compared" } }, value: "0198f0a0-0000-7000-8000-000000000000" },
  formula: { more: { formula: "1 + 1" }, value: "2" },
  file: { value: "" },
  json: { value: "" },
};

let token = "";
let tableId = "";
const { call } = teamApi(() => token);
before(async () => {
  ({ token } = await newTeam("console-filters"));
  const made = await call("POST", "data/tables", { name: "compared", display_name: "Compared" });
  tableId = (made.body as { id: string }).id;
});

/** The API answers a list that has the filter. */
async function isTaken(filter: object): Promise<void> {
  const path = `data/tables/${tableId}/rows?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const { status, body } = await call("GET", path);
  assert.equal(status, 200, `${JSON.stringify(filter)}: ${JSON.stringify(body)}`);
}

test("the words for days that a filter offers are taken", async () => {
  const words = Object.keys(DATE_WORDS).map((rel) => ({ rel }));
  const counts = Object.keys(DAY_COUNTS).map((rel) => ({ rel, n: 3 }));
  for (const value of [...words, ...counts]) await isTaken({ field: "created_at", op: "within", value });
});

describe("the operators that a filter offers are taken", () => {
  for (const [type, { more, value }] of Object.entries(types))
    test(`of a column of type ${type}`, async () => {
      const column = { name: `of_${type}`, type, ...more };
      const made = await call("POST", `data/tables/${tableId}/columns`, column);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const operators = operatorsOf(made.body as Column);
      assert.ok(operators.length > 0);
      for (const operator of operators) {
        const texts = arityOf(operator) === "range" ? [value, value] : [value];
        const read = conditionIn(made.body as Column, operator, texts, "UTC");
        assert.ok(read.value !== undefined, JSON.stringify(read.fault));
        assert.equal(faultOf(read.value, fieldsOf(tableId, [made.body as Column])), undefined);
        await isTaken(read.value);
      }
    });
});
