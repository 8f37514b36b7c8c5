import assert from "node:assert/strict";
import { test } from "node:test";
import { newColumn } from "../../services/console/app/data/columns/column-body.ts";
import { draftOf } from "../../services/console/app/data/columns/column-draft.ts";
import { reservedNames } from "../../services/data/src/engine/schema/new-columns.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

test("a column that a person calls by a reserved name gets one from the console that the API takes (tables.names)", async () => {
  const { token } = await newTeam("column-names");
  const { call } = teamApi(() => token);
  const columns = [...reservedNames].map((display_name) => newColumn({}, draftOf(), { display_name }));
  const made = await call("POST", "data/tables", { display_name: "Named", columns });
  assert.deepEqual([made.status, columns.length > 0], [201, true], JSON.stringify(made.body));
});
