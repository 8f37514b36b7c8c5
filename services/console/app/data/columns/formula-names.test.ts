import assert from "node:assert/strict";
import { test } from "node:test";
import { byProgramNames } from "./formula-names.ts";

const columns = [
  { name: "hours", display_name: "Hours worked" },
  { name: "rate", display_name: "Rate (€)" },
  { name: "total", display_name: "Rate" },
  { name: "note", display_name: "Twin" },
  { name: "note_2", display_name: "twin" },
];

test("a name for people stands for its column in a formula, and a name for programs stays", () => {
  assert.equal(
    byProgramNames("{Hours worked} * {rate (€)} + {hours}", columns),
    "{hours} * {rate} + {hours}",
  );
  assert.equal(byProgramNames("{rate} + {Rate}", columns), "{rate} + {total}");
});

test("texts of a formula, and names of no column or of several, stay as they are", () => {
  const formula = `concat("{Hours worked} \\" {Rate}", '{Rate}') & {Twin} & {Nothing}`;
  assert.equal(byProgramNames(formula, columns), formula);
});
