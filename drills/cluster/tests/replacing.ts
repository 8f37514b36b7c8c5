import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { services } from "@jst/fleet";
import { until } from "../../../dev/src/process/until.ts";
import { component, podsOf } from "./fleets.ts";
import { startLoad, type Asked, type Door } from "./load.ts";

/** A request that each service answers; whatever restarts, one of these passes through it. */
const kinds: readonly Asked[] = [
  { method: "GET", path: "/api/v1/contacts?limit=5", status: 200 },
  { method: "POST", path: "/api/v1/contacts", status: 201, body: () => ({ first_name: randomUUID() }) },
  { method: "GET", path: "/api/v1/data/tables", status: 200 },
  { method: "GET", path: "/api/v1/tokens", status: 200 },
  { method: "GET", path: "/api/v1/webhooks", status: 200 },
  {
    method: "POST",
    path: "/api/v1/mcp",
    status: 200,
    body: () => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_tables", arguments: {} },
    }),
  },
];

/** NodePort of the shared fleet's gateway. */
export const gateway = "http://172.30.0.1:30080";

/** A fleet under load. */
export interface Loaded extends Door {
  /** Also the name of its namespace. */
  release: string;
}

/** The shared fleet, with a token. */
export const shared = (token: string): Loaded => ({ release: "jst", base: gateway, token });

/** Lists the images that each Deployment of the release runs, by component. */
async function running(
  release: string,
): Promise<{ uids: Set<string>; tags: Set<string>; components: string[] }> {
  const pods = await podsOf(release);
  return {
    uids: new Set(pods.map(({ metadata }) => metadata.uid)),
    tags: new Set(
      pods.flatMap(({ spec }) => spec.containers.map(({ image }) => image.slice(image.lastIndexOf(":") + 1))),
    ),
    components: [...new Set(pods.map(({ metadata }) => metadata.labels[component] ?? ""))].sort(),
  };
}

/**
 * Makes a change of a fleet that replaces every pod, while clients read and write through every service: none of their
 * requests may fail.
 */
export async function losesNothing(
  t: TestContext,
  fleet: Loaded,
  change: () => Promise<unknown>,
  tag: string,
): Promise<void> {
  const earlier = await running(fleet.release);
  const load = startLoad(fleet, kinds);
  const started = performance.now();
  try {
    await change();
    const isOver = async (): Promise<boolean> =>
      (await running(fleet.release)).uids.isDisjointFrom(earlier.uids);
    assert.ok(await until(isOver, 180_000), "a pod was not replaced");
  } finally {
    const seconds = Math.round((performance.now() - started) / 1000);
    const { count, failures, slowestMs } = await load.stop();
    for (const failure of failures) t.diagnostic(failure);
    const told = `${count} requests in ${seconds} s, ${failures.length} failed, the slowest took ${slowestMs} ms`;
    t.diagnostic(told);
    assert.deepEqual(failures, [], told);
    assert.ok(count > 0);
  }
  const later = await running(fleet.release);
  assert.deepEqual([...later.tags], [tag]);
  assert.deepEqual(later.components, [...services.map(({ name }) => name), "gateway"].sort());
}
