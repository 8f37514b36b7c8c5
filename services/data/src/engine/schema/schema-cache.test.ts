import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData, type TestData } from "../../testing/test-data.ts";
import { SchemaCache } from "./schema-cache.ts";
import type { TableSchema } from "./schema.ts";

/** Lists what one team learns or loses because the process remembers another team's table. */
async function leaksBetweenTeams({ door }: TestData): Promise<string[]> {
  const [first, second] = [testCaller(), testCaller()];
  const leaks: string[] = [];
  const expect = (what: string, isRight: boolean) => (isRight ? undefined : leaks.push(what));
  const create = async (caller: typeof first, column: string) => {
    const body = { name: "orders", display_name: "Orders", columns: [{ name: column, type: "text" }] };
    return (await door.call("CreateTable", { caller, body })).body.id as string;
  };
  const insert = (caller: typeof first, table: string, column: string) =>
    door.call("CreateRow", { caller, path: { table_id: table }, body: { data: { [column]: "x" } } });
  const id = await create(first, "mine");
  await create(second, "yours");
  expect("the first team writes", (await insert(first, "orders", "mine")).status === 201);
  expect("the first team writes by id", (await insert(first, id, "mine")).status === 201);
  expect(
    "a table of the same name has its own columns",
    (await insert(second, "orders", "yours")).status === 201,
  );
  const strange = await insert(second, "orders", "mine");
  expect("another team's column is unknown", strange.status === 422);
  // Refused by its columns, it would be known to exist.
  expect("another team's table is absent", (await insert(second, id, "nope")).status === 404);
  return leaks;
}

test("what is remembered of a team's tables reaches no other team", async () => {
  assert.deepEqual(await leaksBetweenTeams(await testData()), []);
});

/** The fault that operation.recovery plants: a key without the team. */
class SharedCache extends SchemaCache {
  override get(_teamId: string, key: string): TableSchema | undefined {
    return super.get("", key);
  }
  override set(_teamId: string, schema: TableSchema): void {
    super.set("", schema);
  }
  override drop(_teamId: string, key: string): void {
    super.drop("", key);
  }
}

test("a cache whose keys lack the team is noticed", async () => {
  const leaks = await leaksBetweenTeams(await testData({ schemas: new SharedCache() }));
  assert.notDeepEqual(leaks, []);
});
