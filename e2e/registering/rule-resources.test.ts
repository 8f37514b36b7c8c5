import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import type { JsonSchema } from "@jst/rpc";
import { resourcesOfServices } from "../../services/auth/src/approval-rules/resources.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Names of the resources whose changes the service records. */
async function recordedBy(service: string): Promise<string[]> {
  const file = path.join(root, "services", service, "src/resources.ts");
  const { resources, resourcesWith } = (await import(file)) as {
    resources?: object;
    resourcesWith?: (notifier: object) => object;
  };
  return Object.keys(resources ?? resourcesWith?.({}) ?? {});
}

test("rules name the resources that services record, and all of them (rules.conditions)", async () => {
  for (const [service, names] of Object.entries(resourcesOfServices))
    assert.deepEqual([...names], (await recordedBy(service)).toSorted(), service);
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
  const all = [...new Set(Object.values(resourcesOfServices).flat())].toSorted();
  assert.deepEqual(found, [all]);
});
