import assert from "node:assert/strict";
import type { TestReply } from "@jst/testing";
import type { testSheets } from "./test-sheets.ts";

/** Two tables of one team, the sheet with a relation `who` to the people. */
export async function linkedSheets(
  { door, sheet }: Awaited<ReturnType<typeof testSheets>>,
  cardinality: "one" | "many",
  onDelete: "keep" | "clear",
) {
  const s = await sheet([{ name: "n", type: "text" }]);
  const body = { display_name: "People", columns: [{ name: "n", type: "text" }] };
  const target = idOf(await door.call("CreateTable", { caller: s.caller, body }));
  const relation = { table_id: target, display_column: "n", cardinality, on_target_delete: onDelete };
  assert.equal((await s.create({ name: "who", type: "relation", relation })).status, 201);
  const at = { table_id: target };
  const made = (n?: string) => door.call("CreateRow", { caller: s.caller, path: at, body: { data: { n } } });
  const person = async (n?: string) => idOf(await made(n));
  const remove = (id: string): Promise<TestReply> =>
    door.call("DeleteRow", { caller: s.caller, path: { ...at, row_id: id } });
  return { s, made, person, remove };
}

const idOf = ({ body }: TestReply) => (body as { id: string }).id;
