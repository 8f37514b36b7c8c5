import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isModuleKey, isModuleOn, modulesOf } from "./modules.ts";

/** The part of the generated gateway routes this test reads. */
interface Routes {
  routes: {
    typed_per_filter_config?: Record<
      string,
      { check_settings?: { context_extensions?: { module?: string } } }
    >;
  }[];
}

test("every module that gates a route is a key of contract 18", () => {
  const { routes } = JSON.parse(
    readFileSync(new URL("../../../../gateway/gen/routes.json", import.meta.url), "utf8"),
  ) as Routes;
  const gates = routes
    .flatMap((route) => Object.values(route.typed_per_filter_config ?? {}))
    .map(({ check_settings }) => check_settings?.context_extensions?.module ?? "")
    .filter((module) => module !== "");
  assert.notEqual(gates.length, 0);
  for (const gate of gates) assert.ok(isModuleKey(gate), gate);
});

test("a stored value that is no boolean changes nothing", () => {
  assert.equal(modulesOf({ "modules.emr.enabled": "true" }).emr, false);
  assert.equal(modulesOf({ "modules.emr.enabled": true }).emr, true);
});

test("an unknown module is off", () => {
  assert.equal(isModuleOn(modulesOf({}), "moon"), false);
  assert.equal(isModuleOn(modulesOf({}), "constructor"), false);
});
