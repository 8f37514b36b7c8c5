import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formats } from "./formats.ts";

const json = JSON.stringify({ queued: false, result: { id: "r1", data: { note: "x".repeat(100_000) } } });

/** True when a member of that name holds the outcome whole. */
function isBeside(message: unknown): boolean {
  if (message === null || typeof message !== "object" || !("structuredContent" in message)) return false;
  return JSON.stringify(message.structuredContent) === json;
}

describe("the hint of a cut write names where the rest is, in the shape of", () => {
  for (const [name, format] of Object.entries(formats)) {
    test(name, () => {
      const message = format.result({ callId: "c", name: "insert_row", kind: "write", json });
      const namesContent = /complete in structuredContent/.test(message);
      assert.equal(namesContent, isBeside(JSON.parse(message)));
      assert.equal(/Read the written item, or its changeset, by its id/.test(message), !namesContent);
      assert.match(message, /The call succeeded: do not send it again/);
    });
  }
});
