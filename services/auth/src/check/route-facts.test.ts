import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRequest } from "../testing/envoy-messages.ts";
import { gatewayRouteFacts } from "../testing/gateway-routes.ts";
import { readCheckRequest } from "./check-request.ts";
import { RouteFactsReader } from "./route-facts.ts";

const reader = new RouteFactsReader();
const read = (route: Record<string, string>) => reader.read(readCheckRequest(checkRequest({ route })).route);

test("every route of the generated gateway configuration is understood", () => {
  const routes = gatewayRouteFacts();
  assert.notEqual(routes.length, 0);
  for (const [name, facts] of routes) {
    const understood = read(facts);
    assert.ok(understood !== undefined, name);
    assert.equal(understood.access, facts.access);
    if (understood.access !== "scope") continue;
    assert.deepEqual([understood.resource, understood.action], [facts.resource, facts.action], name);
  }
});

test("facts that lack something, or name something unknown, are not understood", () => {
  const whole = { access: "scope", resource: "tables", action: "read", surface: "rest" };
  assert.notEqual(read(whole), undefined);
  const strange = [
    { access: "all" },
    { resource: "" },
    { action: "own" },
    { surface: "internal" },
    { access: "" },
  ];
  for (const member of strange) assert.equal(read({ ...whole, ...member }), undefined);
});

test("equal facts are read once", () => {
  const whole = { access: "authenticated", surface: "mcp" };
  assert.equal(read(whole), read({ ...whole }));
});
