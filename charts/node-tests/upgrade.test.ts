import assert from "node:assert/strict";
import { before, describe, test, type TestContext } from "node:test";
import { randomUUID } from "node:crypto";
import { until } from "../../dev/src/process/until.ts";
import { component, helm, newToken, podsOf } from "./fleets.ts";
import { startLoad, type Asked } from "./load.ts";

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

const base = "http://172.30.0.1:30080";

/** What every Deployment of the release runs, by component. */
async function running(): Promise<{ uids: Set<string>; tags: Set<string>; components: string[] }> {
  const pods = await podsOf("jst");
  return {
    uids: new Set(pods.map(({ metadata }) => metadata.uid)),
    tags: new Set(
      pods.flatMap(({ spec }) => spec.containers.map(({ image }) => image.slice(image.lastIndexOf(":") + 1))),
    ),
    components: [...new Set(pods.map(({ metadata }) => metadata.labels[component] ?? ""))].sort(),
  };
}

describe("while clients read and write through every service", () => {
  let token = "";
  before(async () => {
    token = await newToken("jst", `upgrade-${Date.now().toString(36)}`);
  });

  async function losesNothing(t: TestContext, change: () => Promise<unknown>, tag: string): Promise<void> {
    const earlier = await running();
    const load = startLoad(base, token, kinds);
    const started = performance.now();
    await change();
    const isOver = async (): Promise<boolean> => (await running()).uids.isDisjointFrom(earlier.uids);
    assert.ok(await until(isOver, 180_000), "a pod was not replaced");
    const seconds = Math.round((performance.now() - started) / 1000);
    const { count, failures, slowestMs } = await load.stop();
    for (const failure of failures) t.diagnostic(failure);
    t.diagnostic(
      `${count} requests in ${seconds} s, ${failures.length} failed, the slowest took ${slowestMs} ms`,
    );
    const later = await running();
    assert.deepEqual([...later.tags], [tag]);
    assert.deepEqual(later.components, ["agent", "auth", "crm", "data", "gateway", "webhooks"]);
    assert.ok(count > 0);
    assert.deepEqual(failures, []);
  }

  test("an upgrade replaces every pod and loses no request", async (t) => {
    const upgrade = [
      "charts/fleet",
      "--reuse-values",
      "--set",
      "image.tag=0.1.1",
      "--wait",
      "--timeout",
      "15m",
    ];
    await losesNothing(t, () => helm("jst", "upgrade", ...upgrade), "0.1.1");
  });

  test("a rollback too", async (t) => {
    await losesNothing(t, () => helm("jst", "rollback", "--wait", "--timeout", "15m"), "0.1.0");
  });
});
