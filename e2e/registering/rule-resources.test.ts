import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "@jst/changes";
import type { JsonSchema } from "@jst/rpc";
import {
  haveTotals,
  resourcesOfServices,
  type RuleResource,
} from "../../services/auth/src/approval-rules/resources.ts";
import { NEEDED_MAX, TIMEOUT_HOURS_MAX } from "../../services/console/app/rules/limits.ts";
import { declaredResources } from "../src/declared-resources.ts";
import { nameOf, registry } from "../src/registry.ts";

const all = await declaredResources();
const resource = (service: string, name: string): Resource => {
  const one = all.get(service)?.[name];
  assert.ok(one !== undefined, `${service} declares ${name}`);
  return one;
};

test("every service with changes declares the resources that rules can name, and no other", () => {
  const names = new Map([...all].map(([service, resources]) => [service, Object.keys(resources).sort()]));
  assert.deepEqual(Object.fromEntries(names), resourcesOfServices);
});

test("the description of a rule lists the same names", async () => {
  const { rpcs } = await import("../../services/auth/gen/account-registry.ts");
  const create = rpcs.find(({ method }) => method === "CreateApprovalRule");
  const found: unknown[] = [];
  const walk = (schema: unknown, name = ""): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { items } = schema as { items?: { enum?: unknown } };
    if (name === "resources" && items?.enum !== undefined) found.push(items.enum);
    for (const [member, value] of Object.entries(schema)) walk(value, member);
  };
  walk(create?.request satisfies JsonSchema | null | undefined);
  assert.deepEqual(found, [[...new Set(Object.values(resourcesOfServices).flat())].toSorted()]);
});

test("the form of a rule takes as many approvals and hours as the API does", async () => {
  const { rpcs } = await import("../../services/auth/gen/account-registry.ts");
  const create = rpcs.find(({ method }) => method === "CreateApprovalRule");
  const { properties } = create?.request as {
    properties: Record<string, { anyOf?: readonly { maximum?: number }[] }>;
  };
  const most = ["needed", "timeout_hours"].map((name) => properties[name]?.anyOf?.[0]?.maximum);
  assert.deepEqual(most, [NEEDED_MAX, TIMEOUT_HOURS_MAX]);
});

test("every resource declares the scope by which it is read", () => {
  for (const [service, resources] of all)
    for (const [name, { scope }] of Object.entries(resources))
      assert.match(scope, /^[a-z_]+$/, `${service}: ${name}`);
});

test("a rule may have an amount beside the resources that declare one, and beside no other", () => {
  for (const [service, resources] of all)
    for (const [name, { amount }] of Object.entries(resources)) {
      const total = amount?.({ currency: "EUR", total: 1200 });
      assert.deepEqual(
        total,
        haveTotals([name as RuleResource]) ? { currency: "EUR", value: 1200 } : undefined,
        `${service}: ${name}`,
      );
    }
});

test("messages, bookings and documents declare whom they reach", () => {
  const reached = (
    service: string,
    name: string,
    change: Partial<Parameters<NonNullable<Resource["recipients"]>>[0]>,
  ) =>
    resource(service, name).recipients?.({
      resource: name,
      id: "",
      op: "update",
      before: null,
      after: null,
      ...change,
    });
  const message = (direction: string) => ({ op: "create" as const, after: { direction } });
  assert.equal(reached("comms", "messages", message("outbound")), 1);
  assert.equal(reached("comms", "messages", message("inbound")), 0);
  const booked = { status: "booked", start: "1", guests: ["a", "b"] };
  assert.equal(reached("scheduling", "bookings", { op: "create", after: booked }), 3);
  assert.equal(reached("scheduling", "bookings", { before: booked, after: { ...booked, start: "2" } }), 3);
  assert.equal(
    reached("scheduling", "bookings", { before: booked, after: { ...booked, status: "cancelled" } }),
    3,
  );
  assert.equal(reached("scheduling", "bookings", { before: booked, after: { ...booked, notes: "n" } }), 0);
  for (const name of ["invoices", "quotes"]) {
    const draft = { status: "draft" };
    assert.equal(reached("commerce", name, { before: draft, after: { status: "open" } }), 1);
    assert.equal(reached("commerce", name, { op: "create", after: draft }), 0);
    assert.equal(reached("commerce", name, { before: { status: "open" }, after: { status: "paid" } }), 0);
  }
});

test("tables, columns, rows and views say of which table they are", () => {
  const columns = ["tables", "columns", "rows", "views"].map((name) => resource("data", name).tableColumn);
  assert.deepEqual(columns, ["id", "table_id", "table_id", "table_id"]);
});

test("audit:admin, which signed-in approvers pass without, is the right of decisions alone", () => {
  const decisions = registry.filter(({ resource, action }) => resource === "audit" && action === "admin");
  const names = new Set(decisions.map(nameOf));
  assert.deepEqual([...names].sort(), [
    "agent.v1.Changesets/DecideChangesets",
    "changes.v1.Changes/ApproveChangeset",
    "changes.v1.Changes/RejectChangeset",
  ]);
});
