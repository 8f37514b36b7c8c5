import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRequest, listTables } from "../testing/envoy-messages.ts";
import { contextEntries, readCheckRequest } from "./check-request.ts";
import { bytesField, Fields, numberField } from "./wire.ts";

const sent = checkRequest({
  host: "acme.example.org:8443",
  headers: [
    ["authorization", "Bearer jst_x"],
    ["x-request-id", "r1"],
    ["traceparent", "t1"],
    ["user-agent", "curl"],
  ],
});

test("a CheckRequest gives the few things Check needs and nothing else", () => {
  const { route, ...rest } = readCheckRequest(sent);
  assert.deepEqual(rest, {
    authorization: "Bearer jst_x",
    host: "acme.example.org:8443",
    requestId: "r1",
    traceparent: "t1",
  });
  assert.deepEqual(Object.fromEntries(contextEntries(route)), listTables);
});

test("a message cut off at any byte never gives more than the whole one, and never hangs", () => {
  const whole = readCheckRequest(sent);
  for (let length = 1; length < sent.length; length += 1) {
    assert.throws(() => readCheckRequest(sent.subarray(0, length)), `cut at ${length}`);
  }
  assert.deepEqual(readCheckRequest(sent), whole);
});

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
