import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "@jst/telemetry";
import { Incoming } from "./incoming.ts";
import { recorder } from "./recorder.ts";

/** Returns the log entry of a call that ends with this status. */
function loggedAs(status: number, hasCallerLeft: boolean): [level: string, status: unknown] {
  const logger = createLogger("test", "error");
  const logged: [string, unknown][] = [];
  for (const level of ["info", "error"] as const)
    logger[level] = (line: object) => void logged.push([level, (line as { status: unknown }).status]);
  const { signal } = new AbortController();
  const incoming = new Incoming({ header: () => undefined, departure: signal, hasCallerLeft }, "test.Rpc");
  recorder("test.Rpc", incoming, logger)({ status });
  const [first] = logged;
  assert.ok(first !== undefined && logged.length === 1);
  return first;
}

test("a caller who has left while he waited was refused nothing, but a fault of ours stays one", () => {
  assert.deepEqual(loggedAs(503, false), ["error", 503]);
  assert.deepEqual(loggedAs(503, true), ["info", 499]);
  assert.deepEqual(loggedAs(500, true), ["error", 500]);
  assert.deepEqual(loggedAs(200, true), ["info", 200]);
});
