import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesField, Fields, numberField } from "./wire.ts";

test("fields of every wire type are skipped, groups and endless numbers are refused", () => {
  const fixed = Buffer.concat([Buffer.from([0x09]), Buffer.alloc(8), Buffer.from([0x0d]), Buffer.alloc(4)]);
  const message = Buffer.concat([fixed, numberField(3, 300), bytesField(200, "found")]);
  const fields = new Fields(message, 0, message.length);
  assert.ok(fields.next());
  assert.deepEqual([fields.field, fields.text(), fields.next()], [200, "found", false]);
  for (const bytes of [
    Buffer.from([0x0b]),
    Buffer.from([0x0f]),
    Buffer.alloc(11, 0xff),
    Buffer.from([0x09, 1]),
  ]) {
    assert.throws(() => new Fields(bytes, 0, bytes.length).next());
  }
});

test("long contents keep their length", () => {
  for (const length of [0, 127, 128, 16_383, 16_384, 70_000]) {
    const bytes = bytesField(5, "x".repeat(length));
    const fields = new Fields(bytes, 0, bytes.length);
    assert.ok(fields.next());
    assert.equal(fields.to - fields.from, length);
  }
});
