import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { services } from "@jst/fleet";
import { until } from "@jst/testing";
import { fleet, metricsOf, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { startWebhookSink } from "../src/webhook-sink.ts";

const limitMs = 60_000;
/** Metrics of Envoy and Kubernetes, which we do not print, and of certificates, which the fleet under test lacks. */
const ofOthers = /^(?:envoy_|kube_|up$|tls_certificate_expiry$)/;

/** Names of metrics that the alerts of the charts ask for. */
function askedFor(): string[] {
  const rules = readFileSync(new URL("../../charts/fleet/files/alerts.yaml", import.meta.url), "utf8");
  const names = [...rules.matchAll(/([a-z_][a-z0-9_]*)\{/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !ofOthers.test(name));
}

/** Names of everything that the fleet's processes print. */
async function printed(): Promise<Set<string>> {
  const pages = await Promise.all(services.map(({ name }) => metricsOf(name)));
  return new Set(
    pages.flatMap((page) => [...page.matchAll(/^([a-z_]\w*)[{ ]/gm)].map(([, name = ""]) => name)),
  );
}

test("every metric that an alert asks for is printed by a process of the fleet once an event was delivered", async (t) => {
  const sink = await startWebhookSink();
  t.after(() => sink.close());
  const { token } = await newTeam("metrics");
  const endpoint = { url: sink.url, events: ["contact.created"] };
  assert.equal((await send({ method: "POST", path: "/api/v1/webhooks", token, body: endpoint })).status, 201);
  const contact = { first_name: "Ada" };
  assert.equal((await send({ method: "POST", path: "/api/v1/contacts", token, body: contact })).status, 201);
  await until("it is posted", limitMs, () => sink.arrived[0]);
  const asked = askedFor();
  assert.ok(asked.length >= 12, asked.join(" "));
  let missing: string[] = [];
  await until("all of them are printed", limitMs, async () => {
    const names = await printed();
    missing = asked.filter((name) => !names.has(name));
    return missing.length === 0 ? true : undefined;
  }).catch(() =>
    assert.deepEqual(missing, [], `not printed by ${Object.keys(fleet().components).join(", ")}`),
  );
});
