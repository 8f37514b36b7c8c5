import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { ensureCertificates } from "../../dev/src/certificates.ts";
import { renderGateway } from "../../gateway/src/render.ts";
import { settingsFrom } from "../../gateway/src/settings-file.ts";
import { validateConfig } from "../../gateway/tests/validate-config.ts";
import { fetched } from "./config.ts";
import { chartsDir, installations, named, objectsOf, type Installation } from "./helm.ts";
import { podOf } from "./pods.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jst-charts-"));
after(() => rmSync(folder, { recursive: true }));
const certificates = path.join(folder, "tls");
await ensureCertificates(certificates);

/** Settings of the gateway as the chart gives them to its pods. */
function settingsIn(installation: Installation): ReturnType<typeof settingsFrom> {
  const { data } = named(objectsOf(installation), "ConfigMap", "jst-gateway");
  return settingsFrom(data?.["settings.json"] ?? "");
}

for (const installation of Object.keys(installations) as Installation[]) {
  test(`${installation}: Envoy accepts what the gateway renders of the chart's settings`, () => {
    const descriptorPath = path.join(chartsDir, "../gateway/gen/descriptor.binpb");
    // In a pod this is its standard output; here that is a socket, which cannot be opened as a file.
    const accessLog = path.join(folder, "access.log");
    const config = path.join(folder, `${installation}.yaml`);
    const { tlsDir, ...settings } = settingsIn(installation);
    const here = { descriptorPath, accessLog, ...(tlsDir && { tlsDir: path.join(certificates, "gateway") }) };
    writeFileSync(config, renderGateway({ ...settings, ...here }));
    assert.deepEqual(validateConfig(fetched("TEST_ENVOY"), config), { status: 0, log: "" });
  });

  test(`${installation}: every address of the gateway is a Service of the release, at a port it has`, () => {
    for (const { host, port } of Object.values(settingsIn(installation).clusters)) {
      const { spec } = named(objectsOf(installation), "Service", host.split(".")[0] ?? "");
      const ports = (spec?.["ports"] as { port: number }[]).map((one) => one.port);
      assert.ok(ports.includes(port), `${host}:${port}`);
    }
  });
}

test("only an isolated tenant's gateway leaves out the routes of OAuth", () => {
  assert.deepEqual(
    Object.keys(installations).map((name) => settingsIn(name as Installation).isIsolated),
    [false, true, false, false],
  );
});

test("only an isolated tenant's gateway speaks TLS with the services, by its own certificate", () => {
  assert.deepEqual(
    Object.keys(installations).map((name) => settingsIn(name as Installation).tlsDir),
    [undefined, "/etc/jst/tls", undefined, undefined],
  );
  const { volumes } = podOf(objectsOf("isolated"), "jst-gateway");
  assert.equal(volumes.find(({ name }) => name === "tls")?.secret?.secretName, "acme-tls-gateway");
});

test("a collector is reached by its host and port", () => {
  assert.deepEqual(settingsIn("minimal").traceCollector, {
    host: "collector.observability.svc.cluster.local",
    port: 4318,
  });
});
