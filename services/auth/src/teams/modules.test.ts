import assert from "node:assert/strict";
import { test } from "node:test";
import { gatewayRouteFacts } from "../testing/gateway-routes.ts";
import { isModuleOn } from "@jst/caller";
import { isModuleKey, modulesOf } from "./modules.ts";

test("every module that gates a route is a key (operation.modules)", () => {
  const gates = gatewayRouteFacts().flatMap(([, { module = "" }]) => (module === "" ? [] : [module]));
  assert.notEqual(gates.length, 0);
  for (const gate of gates) assert.ok(isModuleKey(gate), gate);
});

test("a stored value that is not a boolean changes nothing", () => {
  assert.equal(modulesOf({ "modules.emr.enabled": "true" }).emr, false);
  assert.equal(modulesOf({ "modules.emr.enabled": true }).emr, true);
});

test("an unknown module is off", () => {
  assert.equal(isModuleOn(modulesOf({}), "moon"), false);
  assert.equal(isModuleOn(modulesOf({}), "constructor"), false);
});
