import assert from "node:assert/strict";
import { test } from "node:test";
import { tlsHolders } from "../../../dev/src/certificates.ts";
import { kubectl } from "../node/kubectl.ts";
import { until } from "../../../dev/src/process/until.ts";
import { helm } from "./fleets.ts";

/** Objects that an operator made before the installation, and those that Kubernetes makes in every namespace. */
const kept: Readonly<Record<string, readonly string[]>> = {
  jst: [
    ...secretsOf("jst"),
    "configmap/kube-root-ca.crt",
    "serviceaccount/default",
    "persistentvolumeclaim/jst-files",
  ],
  "jst-acme": [
    ...secretsOf("acme"),
    "configmap/kube-root-ca.crt",
    "serviceaccount/default",
    "persistentvolumeclaim/acme-audit-heads",
  ],
};

function secretsOf(prefix: string): string[] {
  const names = [
    "keys",
    "database",
    "redis",
    "kafka",
    "bootstrap",
    ...tlsHolders.map((name) => `tls-${name}`),
  ];
  return names.map((name) => `secret/${prefix}-${name}`);
}

/** Everything of every kind there is in a namespace, but for what is reported and measured. */
async function objectsIn(namespace: string): Promise<string[]> {
  const kinds = (await kubectl("api-resources", "--namespaced", "--verbs=list", "--output", "name"))
    .trim()
    .split("\n")
    .filter((kind) => !/^events|metrics/.test(kind));
  const output = await kubectl("--namespace", namespace, "get", kinds.join(","), "--output", "name");
  return output
    .trim()
    .split("\n")
    .filter((name) => name !== "")
    .map((name) => name.replace(/^([^./]+)[^/]*/, "$1"))
    .sort();
}

for (const [release, expected] of Object.entries(kept)) {
  test(`helm uninstall ${release} leaves nothing behind but what was there before`, async () => {
    await helm(release, "uninstall", "--wait", "--timeout", "5m");
    const wanted = [...expected].sort();
    const isClean = async (): Promise<boolean> => (await objectsIn(release)).join() === wanted.join();
    await until(isClean, 90_000);
    assert.deepEqual(await objectsIn(release), wanted);
  });
}
