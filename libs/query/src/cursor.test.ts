import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "@jst/errors";
import { CursorCodec, type CursorScope, readCursorKeys } from "./cursor.ts";

const keyFile = (current: string, ...ids: string[]) =>
  JSON.stringify({
    current,
    keys: Object.fromEntries(ids.map((id, index) => [id, Buffer.alloc(32, index + 1).toString("base64")])),
  });

const codec = new CursorCodec(readCursorKeys(keyFile("k1", "k1")));
const scope: CursorScope = {
  teamId: "t1",
  route: "data.v1.Rows/ListRows:a",
  sort: "created_at:desc,id:desc",
  filter: "",
};
const values = ["2026-01-01 00:00:00.123456+00", null, "0198c7a0-0000-7000-8000-000000000001"];

function isRefused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === "invalid_cursor" && error.status === 400;
  }
}

test("a cursor gives back what was put in, in its own scope", () => {
  assert.deepEqual(codec.decode(scope, codec.encode(scope, values), 3), values);
});

test("no decoding of a cursor shows a value, and the same place is the same cursor", () => {
  const named = codec.encode(scope, ["Lovelace", "1815-12-10", null]);
  for (const encoding of ["utf8", "latin1", "hex"] as const)
    assert.doesNotMatch(Buffer.from(named, "base64url").toString(encoding), /Lovelace|1815|4c6f76/i);
  assert.equal(named, codec.encode(scope, ["Lovelace", "1815-12-10", null]));
  assert.notEqual(named.slice(0, 30), codec.encode(scope, ["Lovelacf", "1815-12-10", null]).slice(0, 30));
});

test("a cursor of another team, route, sort or filter is refused", () => {
  const cursor = codec.encode(scope, values);
  for (const change of [{ teamId: "t2" }, { route: "x" }, { sort: "id:asc" }, { filter: "f" }]) {
    assert.equal(
      isRefused(() => codec.decode({ ...scope, ...change }, cursor, 3)),
      true,
      JSON.stringify(change),
    );
  }
  assert.equal(
    isRefused(() => codec.decode(scope, cursor, 2)),
    true,
  );
});

test("every flipped bit, every cut and every other spelling of a cursor is refused", () => {
  const cursor = codec.encode(scope, values);
  const bytes = Buffer.from(cursor, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(
      isRefused(() => codec.decode(scope, flipped.toString("base64url"), 3)),
      true,
      `bit ${bit}`,
    );
  }
  for (let length = 0; length < cursor.length; length++) {
    assert.equal(
      isRefused(() => codec.decode(scope, cursor.slice(0, length), 3)),
      true,
      `length ${length}`,
    );
  }
  const spellings = [
    `${cursor}=`,
    `${cursor}\n`,
    ` ${cursor}`,
    `${cursor}%00`,
    `!${cursor}`,
    cursor.replace(/.$/, "$&A"),
  ];
  for (const other of [
    ...spellings,
    "",
    "null",
    "undefined",
    "' or 1=1 --",
    "9999-12-31T23:59:59Z",
    "0001-01-01T00:00:00Z",
    "294277-01-01T00:00:00Z",
    "00000000-0000-0000-0000-000000000000",
    "0198C7A0-0000-7000-8000-00000000000A",
    "A".repeat(10_240),
    "A".repeat(200_000),
    "__proto__",
  ]) {
    assert.equal(
      isRefused(() => codec.decode(scope, other, 3)),
      true,
      other.slice(0, 40),
    );
  }
});

test("a cursor in the other alphabet of base64, which has + and / in it, is refused", () => {
  const spelled = (at: number) => codec.encode(scope, [values[0] ?? null, `row ${at}`, "id"]);
  const cursor =
    Array.from({ length: 1_000 }, (_, at) => spelled(at)).find((one) => /-.*_|_.*-/.test(one)) ?? "";
  assert.equal(codec.decode(scope, cursor, 3).length, 3);
  for (const other of [cursor.replaceAll("-", "+"), cursor.replaceAll("_", "/"), `${cursor}==`, `${cursor}=`])
    assert.equal(
      isRefused(() => codec.decode(scope, other, 3)),
      true,
      other,
    );
});

test("a retired key still reads, the current one signs, an unlisted one is refused", () => {
  const rotated = new CursorCodec(readCursorKeys(keyFile("k2", "k1", "k2")));
  const old = codec.encode(scope, values);
  assert.deepEqual(rotated.decode(scope, old, 3), values);
  const fresh = rotated.encode(scope, values);
  assert.notEqual(fresh, old);
  assert.equal(
    isRefused(() => codec.decode(scope, fresh, 3)),
    true,
  );
});

test("a key file without its current key, or with a short key, is refused at start", () => {
  assert.throws(() => readCursorKeys(keyFile("k9", "k1")), /k9/);
  assert.throws(() => readCursorKeys('{"current":"a","keys":{"a":"c2hvcnQ="}}'), /32 bytes/);
});
