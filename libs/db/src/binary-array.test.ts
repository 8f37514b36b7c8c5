import assert from "node:assert/strict";
import { after, test } from "node:test";
import { heldBytes, notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { type ArrayItem, type ArrayType, BinaryArray, Database } from "./index.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const context = teamContext();

function arrayOf(type: ArrayType, items: readonly ArrayItem[]): BinaryArray {
  const array = new BinaryArray(type);
  for (const item of items) array.add(item);
  return array;
}

const long = Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? "\u4e2d" : "x").repeat(n * 5_000));
const samples: Record<ArrayType, ArrayItem[]> = {
  boolean: [true, null, false],
  float8: [0, -1.5, 1e-300, 1.7976931348623157e308, 0.1 + 0.2, null, 2 ** 53],
  text: ["", "NULL", null, '{"a",\\}', "\u{1f600}\n", ...long, "end"],
  uuid: ["01890a5d-ac96-774b-bcce-b302099a8057", null, "ffffffff-ffff-ffff-ffff-ffffffffffff"],
};

test("an array arrives as the values that were added, whatever is sent beside it, and again", async () => {
  for (const [type, items] of Object.entries(samples) as [ArrayType, ArrayItem[]][]) {
    const array = arrayOf(type, items);
    const statement = {
      text: `select $1::text as before, to_json($2::${type}[]) as items, $3::bytea as bytes, to_json($4::${type}[]) as none`,
      values: ["before", array, Buffer.from("bytes"), arrayOf(type, [])],
    };
    const expected = [{ before: "before", items, bytes: Buffer.from("bytes"), none: [] }];
    for (let n = 0; n < 3; n += 1) assert.deepEqual(await database.read(context, statement), expected, type);
  }
});

test("many long arrays at once are each whole", async () => {
  const arrays = Array.from({ length: 12 }, (_, n) => arrayOf("text", [...long, String(n)]));
  const sizes = arrays.map((_, n) => `cardinality($${n + 1}::text[])::text || ($${n + 1})[41]`);
  const [row] = await database.read(context, {
    text: `select concat(${sizes.join(", ")}) as sizes`,
    values: arrays,
  });
  assert.equal(row?.["sizes"], arrays.map((_, n) => `41${n}`).join(""));
});

test("half of a surrogate pair is U+FFFD, as it is in a text", async () => {
  const values = [arrayOf("text", ["a\ud800"]), "a\ud800"];
  const [row] = await database.read(context, {
    text: "select $1::text[] = array[$2::text] as equal",
    values,
  });
  assert.equal(row?.["equal"], true);
});

test("of a long text from which an item was cut nothing is kept", () => {
  const before = heldBytes();
  const array = new BinaryArray("text");
  for (let n = 0; n < 1_000; n += 1) array.add(`${n}`.padEnd(100_000, "x").slice(0, 50));
  const held = heldBytes() - before;
  assert.ok(held < 1_000_000, `${held} bytes`);
  assert.ok(array.pieces().length > 1);
});
