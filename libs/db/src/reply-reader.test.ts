import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { Database } from "./index.ts";
import { ReplyReader } from "./reply-reader.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const message = (code: string, content: string): Buffer => {
  const bytes = Buffer.alloc(5 + content.length);
  bytes.write(code);
  bytes.writeUInt32BE(4 + content.length, 1);
  bytes.write(content, 5);
  return bytes;
};

test("messages arrive whole and in order, wherever the stream is cut", () => {
  const stream = Buffer.concat([
    message("2", ""),
    message("D", "row"),
    message("N", "notice"),
    message("C", "SELECT 1\0"),
    message("D", "x".repeat(500)),
    message("Z", "I"),
  ]);
  for (let size = 1; size <= stream.length; size += 1) {
    const seen: string[] = [];
    const reader = new ReplyReader((bytes) => seen.push(`${bytes.toString("latin1", 0, 1)} goes on`));
    reader.receiver = {
      takeRow: (bytes, from) => seen.push(`row of ${bytes.readUInt32BE(from - 4) - 4}`),
      takeTag: (tag) => seen.push(tag),
    };
    for (let at = 0; at < stream.length; at += size) reader.take(stream.subarray(at, at + size));
    assert.deepEqual(seen, ["row of 3", "N goes on", "SELECT 1", "row of 500", "Z goes on"], `by ${size}`);
  }
});

test("without a receiver everything goes on to node-postgres", () => {
  const seen: Buffer[] = [];
  const reader = new ReplyReader((bytes) => seen.push(bytes));
  const stream = [message("S", "a\0b\0"), message("D", "row")];
  reader.take(Buffer.concat(stream));
  assert.deepEqual(seen, stream);
});

test("a column is answered as its bytes where that is asked for, and rows of any size arrive", async () => {
  const text = "select $1::text as shown, repeat('ä', $2::int) as passed, null::text as nothing";
  for (const length of [0, 1, 60_000, 3_000_000]) {
    const statement = { name: "bytes", text, values: ["ü", length] };
    const [row] = await database.read(teamContext(), { ...statement, bytes: "passed" });
    assert.deepEqual(row, { shown: "ü", passed: Buffer.from("ä".repeat(length)), nothing: null });
    const [plain] = await database.read(teamContext(), statement);
    assert.equal(plain?.["passed"], "ä".repeat(length));
  }
});

test("values of any size, bytes among texts and null arrive as they are", async () => {
  const text = "select $1::text as a, $2::bytea as b, $3::text as c, octet_length($4::text) as size";
  for (const length of [0, 20_000, 5_000_000]) {
    const values = ["ä\u{1f600}", Buffer.from([0, 255, 1]), null, "é".repeat(length)];
    const [row] = await database.read(teamContext(), { text, values });
    assert.deepEqual(row, { a: values[0], b: values[1], c: null, size: 2 * length });
  }
});

test("the last columns of all rows are joined in order, whatever their sizes, and an empty page has no row", async () => {
  const text = `select case when n = 1 then 'first' end as page, '[' || n, repeat('ä', n * $1::int), null::text, ']'
    from generate_series(1, $2::int) n order by n`;
  for (const [length, count] of [
    [0, 1],
    [3, 4_000],
    [50_000, 5],
  ] as const) {
    const [row] = await database.read(teamContext(), { text, values: [length, count], joined: 4 });
    const expected = Array.from({ length: count }, (_, n) => `[${n + 1}${"ä".repeat((n + 1) * length)}]`);
    assert.equal(row?.["page"], "first");
    assert.equal(Buffer.concat(row["joined"] as Buffer[]).toString(), expected.join());
    assert.deepEqual(Object.keys(row), ["page", "joined"]);
  }
  assert.deepEqual(await database.read(teamContext(), { text, values: [1, 0], joined: 4 }), []);
});
