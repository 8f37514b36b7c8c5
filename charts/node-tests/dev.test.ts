import assert from "node:assert/strict";
import { test } from "node:test";
import { helm } from "./fleets.ts";

test("a fleet of profile dev brings its own stores and does its work", async () => {
  assert.match(await helm("dev", "test", "--timeout", "180s"), /Phase:\s+Succeeded/);
});

test("a fleet of profile dev is removed", async () => {
  await helm("dev", "uninstall", "--wait", "--timeout", "5m");
});
