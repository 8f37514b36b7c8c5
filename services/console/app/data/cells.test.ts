import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, shownCell, titleOf } from "./cells.ts";
import type { Column, Row } from "./tables.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const other = "01890a5d-ac96-774b-bcce-b302099a8058";

test("a row is called by its first text that is not the id of something else, and without any by its own id", () => {
  assert.equal(nameOf({ id, data: { firm: other, note: "", name: "Acme" } }, undefined), "Acme");
  assert.equal(nameOf({ id, data: { name: "Acme", firm: other } }, "firm"), "Acme");
  assert.equal(nameOf({ id, data: { firm: other } }, undefined), id);
});

const column = (name: string, type: Column["type"], options: object = {}) =>
  ({ name, type, options }) as unknown as Column;
const rowOf = (data: object) => ({ id, data }) as unknown as Row;

test("a row is called by its first column of text, however its cells are stored", () => {
  const columns = [column("at", "datetime"), column("title", "text"), column("memo", "long_text")];
  assert.equal(titleOf(columns, rowOf({ at: "2026-11-30T10:00:00Z", title: "Desk" })), "title");
  assert.equal(titleOf(columns, rowOf({ at: "2026-11-30T10:00:00Z", title: "", memo: "Oak" })), "memo");
  assert.equal(titleOf(columns, rowOf({ at: "2026-11-30T10:00:00Z" })), undefined);
});

test("a choice with a comma in its name reads as one choice", () => {
  const options = { options: [{ value: "Red, dark" }, { value: "Blue" }] };
  const shown = (tags: string[]) =>
    shownCell(column("tags", "multi_select", options), rowOf({ tags }), "UTC", {});
  assert.equal(shown(["Red, dark", "Blue"]), "Red, dark; Blue");
  assert.equal(shown(["Blue", "Green"]), "Blue, Green");
});
