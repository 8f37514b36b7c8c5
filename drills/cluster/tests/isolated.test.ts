import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { makeNamespace } from "../node/kubectl.ts";
import { until } from "../../../dev/src/process/until.ts";
import { component, doors, jst, newToken, podsOf } from "./fleets.ts";
import { fetchedBy, reachedBy, startProbe, stopProbe, type Targets } from "./probes.ts";

/** The tenant's ingress, which alone comes in; and a member of each fleet. */
const ingress = { name: "probe-ingress", namespace: "ingress-nginx" };
const sharedGateway = { name: "probe-gateway", namespace: "jst" };
const stranger = { name: "probe-stranger", namespace: "jst" };
const tenantsWebhooks = { name: "probe-webhooks", namespace: "jst-acme" };
const probes = [ingress, sharedGateway, stranger, tenantsWebhooks];

async function targetsOf(release: string): Promise<Targets> {
  const pods = await podsOf(release);
  const named = pods.flatMap(({ metadata, status }) => {
    const name = metadata.labels[component] ?? "";
    const own = name === "gateway" ? (["public", "ops"] as const) : (["grpc", "ops"] as const);
    return own.map((door) => [`${name} ${door}`, { host: status.podIP, port: doors[door] }]);
  });
  return Object.fromEntries(named) as Targets;
}

const member = (release: string, name: string): Record<string, string> => {
  return { "app.kubernetes.io/name": "jst", "app.kubernetes.io/instance": release, [component]: name };
};

describe("an isolated tenant", () => {
  before(async () => {
    await makeNamespace("ingress-nginx", "restricted");
    await startProbe(ingress);
    await startProbe(sharedGateway, member("jst", "gateway"));
    await startProbe(stranger);
    await startProbe(tenantsWebhooks, member("jst-acme", "webhooks"));
  });
  after(() => Promise.all(probes.map(stopProbe)));

  test("is reached by its ingress at the gateway, and nowhere else", async () => {
    const targets = await targetsOf("jst-acme");
    const comesIn = async (): Promise<boolean> =>
      (await reachedBy(ingress, targets)).join() === "gateway public";
    assert.ok(await until(comesIn, 60_000), String(await reachedBy(ingress, targets)));
  });

  test("is reached from the shared fleet's namespace at no door", async () => {
    const targets = await targetsOf("jst-acme");
    for (const probe of [sharedGateway, stranger])
      assert.deepEqual(await reachedBy(probe, targets), [], probe.name);
  });

  test("reaches no door of the shared fleet, not even its gateway", async () => {
    const targets = await targetsOf("jst");
    assert.deepEqual(await reachedBy(tenantsWebhooks, targets), []);
    assert.ok((await reachedBy(stranger, targets)).includes("gateway public"));
  });

  test("has charts and health data of its own, with a record of every look that is whole", async () => {
    const slug = `charts-${Date.now().toString(36)}`;
    const token = await newToken("jst-acme", slug);
    const get = async (path: string): Promise<{ status: number; body: unknown }> => {
      const headers = { host: "acme.example.com", authorization: `Bearer ${token}` };
      const gateway = `http://jst-acme-gateway.jst-acme.svc.cluster.local:${doors.public}`;
      return fetchedBy(ingress, { url: `${gateway}/api/v1/${path}`, headers });
    };
    assert.equal((await get("emr/patients")).status, 404);
    for (const module of ["emr", "wellness"]) {
      await jst("jst-acme", "config", "set", "--team", slug, `modules.${module}.enabled`, "true");
      await jst("jst-acme", "seed", "--team", slug, module);
    }
    const isOn = async (): Promise<boolean> => (await get("wellness")).status === 200;
    assert.ok(await until(isOn, 60_000));
    const roster = (await get("emr/patients?status=all")).body as { patients: unknown[] };
    assert.equal(roster.patients.length, 2);
    const looks = (await get("audit?resource=emr&action=search")).body as { audit: { status: number }[] };
    assert.deepEqual(
      looks.audit.map(({ status }) => status),
      [200],
    );
    interface Chain {
      log: string;
      broken: object | null;
    }
    const { chains } = await jst<{ chains: Chain[] }>("jst-acme", "audit", "verify", "--team", slug);
    assert.deepEqual(chains.map(({ log, broken }) => [log, broken]).sort(), [
      ["audit", null],
      ["phi", null],
    ]);
  });

  test("knows no token of the shared fleet, and the shared fleet none of its own", async () => {
    const slug = `isolated-${Date.now().toString(36)}`;
    const own = await newToken("jst-acme", slug);
    const foreign = await newToken("jst", slug);
    const status = async (release: string, host: string, token: string): Promise<number> => {
      const gateway = `${release}-gateway.${release}.svc.cluster.local`;
      const headers = { host, authorization: `Bearer ${token}` };
      const url = `http://${gateway}:${doors.public}/api/v1/data/tables`;
      return (await fetchedBy(ingress, { url, headers })).status;
    };
    assert.deepEqual(
      [
        await status("jst-acme", "acme.example.com", own),
        await status("jst-acme", "acme.example.com", foreign),
        await status("jst", "172.30.0.1:30080", foreign),
        await status("jst", "172.30.0.1:30080", own),
      ],
      [200, 401, 200, 401],
    );
  });
});
