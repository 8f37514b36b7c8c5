import assert from "node:assert/strict";
import { test } from "node:test";
import { FlushReader, unflushed } from "./flushes.ts";

const log = "/data/cluster/pg_wal/000000010000000000000001";

test("flushes are read from strace's lines, those that other lines interrupt too, and failed ones do not count", () => {
  const reader = new FlushReader();
  for (const line of [
    "strace: Process 11 attached",
    `[pid    11] 100.500000 fdatasync(7<${log}>) = 0 <0.250000>`,
    `[pid    11] 101.000000 fdatasync(7<${log}> <unfinished ...>`,
    "[pid    12] 101.100000 fsync(9</data/cluster/base/1/2>) = 0 <0.100000>",
    "[pid    11] 101.500000 <... fdatasync resumed>) = 0 <0.500000>",
    `[pid    12] 102.000000 fdatasync(7<${log}>) = -1 EIO (Input/output error) <0.100000>`,
    `103.000000 fdatasync(7<${log}>) = 0 <0.500000>`,
  ])
    reader.read(line);
  assert.deepEqual(reader.flushes, [
    { file: log, begunMs: 100_500, endedMs: 100_750 },
    { file: "/data/cluster/base/1/2", begunMs: 101_100, endedMs: 101_200 },
    { file: log, begunMs: 101_000, endedMs: 101_500 },
    { file: log, begunMs: 103_000, endedMs: 103_500 },
  ]);
});

test("a write is flushed only by the log, and only by a flush between its request and its answer", () => {
  const write = { marker: "m", sentMs: 100, endedMs: 200 };
  const flush = { file: log, begunMs: 120, endedMs: 150 };
  assert.deepEqual(unflushed([write], [flush]), []);
  for (const other of [
    { ...flush, file: "/data/cluster/base/1/2" },
    { ...flush, begunMs: 90 },
    { ...flush, endedMs: 210 },
  ])
    assert.deepEqual(unflushed([write], [other]), [write]);
});
