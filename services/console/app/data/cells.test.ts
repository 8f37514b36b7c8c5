import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf } from "./cells.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const other = "01890a5d-ac96-774b-bcce-b302099a8058";

test("a row is called by its first text that is not the id of something else, and without any by its own id", () => {
  assert.equal(nameOf({ id, data: { firm: other, note: "", name: "Acme" } }, undefined), "Acme");
  assert.equal(nameOf({ id, data: { name: "Acme", firm: other } }, "firm"), "Acme");
  assert.equal(nameOf({ id, data: { firm: other } }, undefined), id);
});
