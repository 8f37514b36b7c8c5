import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { heldBytes } from "@jst/testing/held-bytes";
import { guessPart } from "../guess/index.ts";
import type { Bytes } from "./bytes.ts";
import { csvRows, dialectOf } from "./csv.ts";
import type { Part } from "./source.ts";

const MIB = 1_048_576;
const PIECE_ROWS = 500;

/** Rows that differ in every cell, made as they are read. */
function* pieces(rows: number): Generator<Buffer> {
  yield Buffer.from("id,name,email,amount,day,note\n");
  for (let from = 0; from < rows; from += PIECE_ROWS) {
    const lines = Array.from({ length: PIECE_ROWS }, (_, at) => {
      const id = from + at;
      const day = `${1 + (id % 28)}.0${1 + (id % 9)}.2026`;
      return `${id},Müller ${id},user${id}@example.com,"${id},${10 + (id % 89)}",${day},"note ""${id}"" of ${"x".repeat(id % 200)}"`;
    });
    yield Buffer.from(`${lines.join("\n")}\n`);
  }
}

/** Bytes of this process after all rows of a source were read and guessed, and the largest count while they were. */
async function heldWith(rows: number): Promise<number> {
  const bytes: Bytes = { size: 0, chunks: () => Readable.from(pieces(rows)) };
  const dialect = await dialectOf(bytes, "utf-8", {});
  let most = 0;
  const part: Part = {
    ...{ index: 0, name: null, columns: dialect.columns },
    rows: async function* () {
      for await (const row of csvRows(bytes, dialect)) {
        if (row.row % (rows / 4) === 0) most = Math.max(most, heldBytes());
        yield row;
      }
    },
  };
  const facts = await guessPart(part, { timeZone: "UTC" });
  assert.equal(facts.rows, rows);
  return most;
}

test("a source of ten times the rows is read and guessed in the same memory", async () => {
  const few = await heldWith(10_000);
  const many = await heldWith(100_000);
  assert.ok(many - few < 8 * MIB, `${Math.round((many - few) / MIB)} MiB`);
});
