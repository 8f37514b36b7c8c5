import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { chartFacts } from "../../dev/src/charts/facts.ts";
import { chartsDir, installations, objectsOf, type Installation } from "./helm.ts";
import { podOf, podsOf, type EnvEntry } from "./pods.ts";

const facts = await chartFacts();
/** Variables of Node itself. */
const ofNode = ["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS"];

for (const installation of Object.keys(installations) as Installation[]) {
  for (const [service, { settings }] of Object.entries(facts.services)) {
    const pod = podOf(objectsOf(installation), `jst-${service}`);
    const env = new Map(pod.containers[0]?.env?.map((entry) => [entry.name, entry]));

    test(`${installation}: ${service} is given every setting its config.ts reads, and no other`, () => {
      const given = [...env.keys()].filter((name) => !ofNode.includes(name)).sort();
      assert.deepEqual(given, settings.map(({ variable }) => variable).sort());
    });

    test(`${installation}: ${service} has each secret from a Secret and each key from a mounted file`, () => {
      const mounted = new Set(
        pod.volumes.flatMap(
          ({ name, secret }) =>
            (name === "authorities" ? undefined : secret)?.items.map(
              (item) => `/etc/jst/${name}/${item.path}`,
            ) ?? [],
        ),
      );
      for (const { variable, kind } of settings) {
        const entry = env.get(variable);
        if (kind === "secret")
          assert.ok(entry?.valueFrom?.secretKeyRef.name ?? entry?.value === "", `${variable} is no secret`);
        if (kind === "folder")
          for (const one of mounted) if (one.startsWith(`${entry?.value ?? ""}/`)) mounted.delete(one);
        if (kind === "file") assert.ok(mounted.delete(entry?.value ?? ""), `${variable} is not mounted`);
      }
      assert.deepEqual([...mounted], [], "a key is mounted that the service does not read");
    });
  }
}

test("every connection string is of a role that exists", () => {
  const keys = podsOf(objectsOf("shared")).flatMap(({ spec }) =>
    spec.containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) =>
        valueFrom?.secretKeyRef.name === "jst-database" ? [valueFrom.secretKeyRef.key] : [],
      ),
    ),
  );
  assert.deepEqual([...new Set(keys)].sort(), [...facts.roles].sort());
});

test("the table of sources has no line for a setting that nobody reads any more", () => {
  const sources = parse(readFileSync(path.join(chartsDir, "fleet/files/settings.yaml"), "utf8")) as object;
  const read = new Set(
    Object.values(facts.services).flatMap(({ settings }) => settings.map((one) => one.variable)),
  );
  assert.deepEqual(
    Object.keys(sources).filter((variable) => !read.has(variable)),
    [],
  );
});

test("every process that reaches a store believes its authorities, and no other mounts them", () => {
  const mounting = podsOf(objectsOf("shared")).filter(({ spec }) =>
    spec.volumes.some(({ secret }) => secret?.secretName === "jst-authorities"),
  );
  const believing = podsOf(objectsOf("shared")).filter(({ spec }) =>
    spec.containers.some(({ env = [] }) => env.some(({ name }) => name === "NODE_EXTRA_CA_CERTS")),
  );
  const owners = mounting.map(({ owner }) => owner);
  assert.deepEqual(
    owners,
    believing.map(({ owner }) => owner),
  );
  for (const owner of ["Job jst-bootstrap", "Job jst-migrate-crm", "Deployment jst-auth"])
    assert.ok(owners.includes(owner), owner);
  assert.ok(!owners.includes("Deployment jst-gateway"));
  assert.doesNotMatch(JSON.stringify(objectsOf("minimal")), /NODE_EXTRA_CA_CERTS/);
});

test("a server is held to its own durability by default, and to its storage's where the values say so", () => {
  const durabilityWith = (...more: string[]): string | undefined => {
    const env = podOf(objectsOf("minimal", more), "jst-crm").containers[0]?.env ?? [];
    return env.find(({ name }) => name === "DATABASE_DURABILITY")?.value;
  };
  assert.equal(durabilityWith(), "server");
  assert.equal(durabilityWith("--set", "database.durability=storage"), "storage");
});

test("Kafka is spoken to as the values say, and its login comes from the Secret alone", () => {
  const of = (installation: Installation): (EnvEntry | undefined)[] => {
    const env = podOf(objectsOf(installation), "jst-crm").containers[0]?.env ?? [];
    return ["TLS", "SASL", "USERNAME", "PASSWORD"].map((what) =>
      env.find(({ name }) => name === `KAFKA_${what}`),
    );
  };
  const [tls, sasl, ...login] = of("shared");
  assert.deepEqual([tls?.value, sasl?.value], ["on", "scram-sha-512"]);
  assert.deepEqual(
    login.map((entry) => entry?.valueFrom?.secretKeyRef),
    ["username", "password"].map((key) => ({ name: "jst-kafka", key, optional: true })),
  );
  const [noTls, noSasl] = of("minimal");
  assert.deepEqual([noTls?.value, noSasl?.value], ["off", "none"]);
});
