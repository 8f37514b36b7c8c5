import { test } from "node:test";
import { helm, helmTest } from "./fleets.ts";

test("a fleet of profile dev brings its own stores and does its work", async () => {
  await helmTest("dev");
});

test("a fleet of profile dev is removed", async () => {
  await helm("dev", "uninstall", "--wait", "--timeout", "5m");
});
