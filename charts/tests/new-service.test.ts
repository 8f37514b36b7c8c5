import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import type { Facts } from "../../dev/src/charts/facts.ts";
import { helms } from "./config.ts";
import { chartsDir, helmWith, installations, named, objectsIn, ofKind, type Installation } from "./helm.ts";
import { podOf } from "./pods.ts";

// The chart with one service more in its facts, and nothing else changed.
const folder = mkdtempSync(path.join(tmpdir(), "jst-chart-"));
after(() => rmSync(folder, { recursive: true }));
const chart = path.join(folder, "fleet");
cpSync(path.join(chartsDir, "fleet"), chart, { recursive: true });
const file = path.join(chart, "files/facts.json");
const facts = JSON.parse(readFileSync(file, "utf8")) as Facts;
const { crm } = facts.services;
assert.ok(crm);
facts.services["sample"] = { ...crm, package: "sample" };
facts.roles = [...facts.roles, "sample_owner", "sample", "sample_relay"];
facts.calls.push(
  ...facts.calls.filter(({ from }) => from === "crm").map((call) => ({ ...call, from: "sample" })),
);
writeFileSync(file, JSON.stringify(facts));

for (const [program, helm] of Object.entries(helms()))
  for (const installation of Object.keys(installations) as Installation[])
    test(`${installation}: ${program} renders a new service with everything that a service has`, () => {
      const files = installations[installation];
      const { status, output, errors } = helmWith("template", files, [], helm, chart);
      assert.equal(status, 0, errors);
      const objects = objectsIn(output);
      // Every kind of object that crm has.
      const kindsOf = (name: string): string[] =>
        objects.filter(({ metadata }) => metadata.name === `jst-${name}`).map(({ kind }) => kind);
      assert.deepEqual(kindsOf("sample"), kindsOf("crm"));
      assert.ok(kindsOf("sample").includes("Deployment") && kindsOf("sample").includes("NetworkPolicy"));
      const jobs = ofKind(objects, "Job").map(({ metadata }) => metadata.name);
      assert.equal(jobs.filter((name) => name.startsWith("jst-migrate-sample")).length, 1);
      const { env = [] } = podOf(objects, "jst-sample").containers[0] ?? {};
      const connection = env.find(({ name }) => name === "DATABASE_URL")?.valueFrom;
      assert.equal(connection?.secretKeyRef.key, "sample");
      assert.match(env.find(({ name }) => name === "AUTH_GRPC")?.value ?? "", /^jst-auth[.:]/);
      assert.match(JSON.stringify(named(objects, "NetworkPolicy", "jst-auth").spec), /"sample"/);
    });
