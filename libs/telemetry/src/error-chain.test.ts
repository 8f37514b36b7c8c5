import assert from "node:assert/strict";
import { test } from "node:test";
import { errorChain } from "./error-chain.ts";

function databaseError(message: string, fields: Record<string, unknown>): Error {
  return Object.assign(new Error(message), { severity: "ERROR", ...fields });
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("an error is logged with its code, its places in the code and its causes", () => {
  const cause = Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
  const logged = errorChain(new Error("no answer", { cause })) as Record<string, unknown>;
  assert.equal(logged["message"], "no answer");
  assert.match(String(logged["stack"]), /error-chain\.test\.ts/);
  const { message, code } = logged["cause"] as Record<string, unknown>;
  assert.deepEqual([message, code], ["connection reset", "ECONNRESET"]);
});

for (const [name, error] of [
  ["PostgreSQL's detail", databaseError("duplicate key", { code: "23505", detail: "Key (email)=(canary)" })],
  ["PostgreSQL's message", databaseError('invalid input syntax for type uuid: "canary"', { code: "22P02" })],
  ["a message over several lines", databaseError("bad input:\ncanary", { code: "22000" })],
  ["the message of JSON.parse", thrownBy(() => JSON.parse("canary"))],
  ["a cause", new Error("failed", { cause: databaseError("canary", { code: "22001" }) })],
  ["a text that was thrown", "canary"],
  ["an object that was thrown", { canary: "canary" }],
] as const) {
  test(`what ${name} quotes of the data is not logged`, () => {
    assert.doesNotMatch(JSON.stringify(errorChain(error)), /canary/);
  });
}
