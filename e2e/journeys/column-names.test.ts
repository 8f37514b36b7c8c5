import assert from "node:assert/strict";
import { test } from "node:test";
import { RESERVED_NAMES } from "../../services/console/app/data/columns/reserved-names.ts";
import { nameFor } from "../../services/console/app/parts/naming.ts";
import { reservedNames } from "../../services/data/src/engine/schema/new-columns.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

test("a column that a person calls by a reserved name gets one from the console that the API takes (tables.names)", async () => {
  const { token } = await newTeam("column-names");
  const { call } = teamApi(() => token);
  const taken = new Set(RESERVED_NAMES);
  const columns = [...reservedNames].map((title) => ({
    name: nameFor(title, taken, "column"),
    type: "text",
  }));
  const made = await call("POST", "data/tables", { display_name: "Named", columns });
  assert.deepEqual([made.status, columns.length > 0], [201, true], JSON.stringify(made.body));
});
