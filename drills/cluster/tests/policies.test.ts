import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { after, before, describe, test } from "node:test";
import { until } from "../../../dev/src/process/until.ts";
import { addresses } from "../node/addresses.ts";
import { applyText, kubectl, makeNamespace } from "../node/kubectl.ts";
import { hostOf } from "../node/stores.ts";
import { chartFacts } from "../../../dev/src/charts/facts.ts";
import { component, doors, podsOf } from "./fleets.ts";
import { reachedBy, startProbe, stopProbe, type Probe, type Targets } from "./probes.ts";

const { calls, services } = await chartFacts();
const internetPort = 8080;

/** Pods of the release; each may call whom the table names and nobody else. */
const members = [...Object.keys(services), "gateway", "test", "migrations"];
/** Pods outside of the fleet: the policies of the pods that they call decide. */
const others: Readonly<Record<string, string>> = {
  stranger: "jst",
  monitoring: "monitoring",
  outsider: "default",
};

function probeOf(name: string): Probe {
  return { name: `probe-${name}`, namespace: others[name] ?? "jst" };
}

/** Every door of the release, its stores, and one of the internet. */
async function allTargets(): Promise<Targets> {
  const pods = await podsOf("jst");
  const addressOf = (name: string): string =>
    pods.find(({ metadata }) => metadata.labels[component] === name)?.status.podIP ?? "";
  const ofServices = [...Object.entries(services), ["gateway", { doors: ["public"] }] as const].flatMap(
    ([name, { doors: own }]) =>
      [...own, "ops" as const].map((door) => [
        `${name} ${door}`,
        { host: addressOf(name), port: doors[door] },
      ]),
  );
  return {
    ...(Object.fromEntries(ofServices) as Targets),
    database: { host: hostOf("stores", "postgres"), port: 5432 },
    redis: { host: hostOf("stores", "redis"), port: 6379 },
    kafka: { host: hostOf("stores", "kafka"), port: 9092 },
    internet: { host: addresses.internet, port: internetPort },
  };
}

/** Lists the targets that the table of calls lets a pod reach. */
function allowedTo(name: string): string[] {
  // The policy that lets the Jobs out goes when they have succeeded; that they did shows that it was there.
  if (name === "migrations") return [];
  if (!(name in others))
    return calls
      .filter(({ from }) => from === name)
      .map(({ to, door }) => (door === undefined ? to : `${to} ${door}`))
      .sort();
  const operations =
    name === "monitoring" ? [...Object.keys(services), "gateway"].map((to) => `${to} ops`) : [];
  // Stores and the internet have no policy of ours, and everybody may be a client.
  return [...operations, "gateway public", "database", "redis", "kafka", "internet"].sort();
}

const everybody = [...members, ...Object.keys(others)];

describe("of the shared fleet", { concurrency: 2 }, () => {
  let targets: Targets = {};
  let internet: Server;
  before(async () => {
    internet = createServer((socket) => socket.end()).listen(internetPort, addresses.internet);
    await once(internet, "listening");
    await makeNamespace("monitoring", "restricted");
    for (const name of everybody) await startProbe(probeOf(name), labelsOf(name));
    targets = await allTargets();
    // New pods are known to the rules within a second; nothing is denied before.
    const isKnown = async (): Promise<boolean> =>
      (await reachedBy(probeOf("agent"), targets)).join() === allowedTo("agent").join();
    assert.ok(await until(isKnown, 60_000), String(await reachedBy(probeOf("agent"), targets)));
  });
  after(async () => {
    internet.close();
    for (const name of everybody) await stopProbe(probeOf(name));
  });

  for (const name of everybody) {
    test(`${name} reaches ${allowedTo(name).join(", ") || "nobody"}, and nothing else`, async () => {
      assert.deepEqual(await reachedBy(probeOf(name), targets), allowedTo(name));
    });
  }
});

describe("without its policies", () => {
  test("every pod of the shared fleet reaches everything, so each refusal was a policy's", async (t) => {
    const kept = await kubectl("--namespace", "jst", "get", "networkpolicies", "--output", "yaml");
    const probe = { name: "probe-open", namespace: "jst" };
    const internet = createServer((socket) => socket.end()).listen(internetPort, addresses.internet);
    await once(internet, "listening");
    t.after(async () => {
      internet.close();
      await stopProbe(probe);
      await applyText(kept);
    });
    await startProbe(probe, labelsOf("agent"));
    const targets = await allTargets();
    await kubectl("--namespace", "jst", "delete", "networkpolicies", "--all");
    const isOpen = async (): Promise<boolean> =>
      (await reachedBy(probe, targets)).length === Object.keys(targets).length;
    assert.ok(await until(isOpen, 60_000), String(await reachedBy(probe, targets)));
  });
});

function labelsOf(name: string): Record<string, string> {
  if (name in others) return { probe: name };
  return { "app.kubernetes.io/name": "jst", "app.kubernetes.io/instance": "jst", [component]: name };
}
