import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue, type ErrorCode } from "./catalogue.ts";
import { meaningOf } from "./meanings.ts";
import { toolHintOf } from "./tool-hints.ts";

/** Room that the name of a tool and the next call need in the 300 characters of a hint (agents.way-out). */
const ROOM = 110;

for (const code of Object.keys(catalogue) as ErrorCode[]) {
  test(`an agent that meets ${code} is shown a way out`, () => {
    const { text } = toolHintOf(code);
    assert.match(text, /^[A-Z].{10,}\.$/s);
    assert.notEqual(text, meaningOf(code), "the meaning has a second sentence, with the way out");
    assert.ok(text.length <= 300 - ROOM, `${text.length} characters`);
  });
}
