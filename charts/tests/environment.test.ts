import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { chartFacts } from "../../dev/src/charts/facts.ts";
import { chartsDir, installations, objectsOf, type Installation } from "./helm.ts";
import { podOf, podsOf } from "./pods.ts";

const facts = await chartFacts();

for (const installation of Object.keys(installations) as Installation[]) {
  for (const [service, { settings }] of Object.entries(facts.services)) {
    const pod = podOf(objectsOf(installation), `jst-${service}`);
    const env = new Map(pod.containers[0]?.env?.map((entry) => [entry.name, entry]));

    test(`${installation}: ${service} is given every setting its config.ts reads, and no other`, () => {
      const given = [...env.keys()].filter((name) => name !== "NODE_OPTIONS").sort();
      assert.deepEqual(given, settings.map(({ variable }) => variable).sort());
    });

    test(`${installation}: ${service} has each secret from a Secret and each key from a mounted file`, () => {
      const mounted = new Set(
        pod.volumes.flatMap(
          ({ name, secret }) => secret?.items.map((item) => `/etc/jst/${name}/${item.path}`) ?? [],
        ),
      );
      for (const { variable, kind } of settings) {
        const entry = env.get(variable);
        if (kind === "secret") assert.ok(entry?.valueFrom?.secretKeyRef.name, `${variable} is no secret`);
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
