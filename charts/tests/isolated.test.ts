import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { isolatedValues } from "../../dev/src/charts/isolated-values.ts";
import { newSecrets } from "../../dev/src/charts/secrets.ts";
import { helmWith, objectsOf } from "./helm.ts";
import { podsOf } from "./pods.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jst-isolated-"));
after(() => rmSync(folder, { recursive: true }));

/** Renders the values that `jst team create --isolated` prints. */
function render(baseUrl: string, more: readonly string[]): ReturnType<typeof helmWith> {
  const file = path.join(folder, "acme.yaml");
  writeFileSync(file, isolatedValues({ slug: "acme", baseUrl }));
  return helmWith("template", ["profiles/isolated.yaml"], ["-f", file, ...more]);
}

const at = (store: string): string => `network.stores.${store}.peers=[{"ipBlock":{"cidr":"10.9.0.0/24"}}]`;
const stores = ["database", "redis", "kafka"].flatMap((store) => ["--set-json", at(store)]);

test("the values that are printed for an isolated tenant install it, once the stores are filled in", () => {
  const { status, errors } = render("https://acme.example.com", stores);
  assert.equal(status, 0, errors);
});

test("until then the chart names what is empty and nothing else", () => {
  const { errors } = render("", []);
  const faults = errors.split("\n").filter((line) => / is (?:missing|empty)| must /.test(line));
  assert.deepEqual(
    faults.map((line) => line.split(/ (?:is|must) /)[0]),
    ["baseUrl", ...["database", "redis", "kafka"].map((store) => `network.stores.${store}.peers`)],
  );
});

test("`jst secrets new` makes every entry of every Secret that a pod asks for", async () => {
  const secrets = await newSecrets("acme", {
    superuserUrl: new URL("postgresql://postgres:secret@db.example:5432/jst"),
    redisUrl: "redis://:secret@redis.example:6379",
    kafkaBrokers: "kafka.example:9092",
    kafkaLogin: { username: "acme", password: "secret" },
  });
  const made = new Map(secrets.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)]));
  const asked = podsOf(objectsOf("isolated")).flatMap(({ spec }) => [
    ...spec.volumes.flatMap(({ secret }) =>
      (secret?.items ?? []).map(({ key }) => ({ name: secret?.secretName ?? "", key })),
    ),
    ...spec.containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    ),
  ]);
  assert.ok(asked.length > 20);
  const missing = asked.filter(({ name, key }) => made.get(name)?.includes(key) !== true);
  assert.deepEqual(missing, []);
});

test("two tenants share no key, and each role has a password of its own", async () => {
  const stores = {
    superuserUrl: new URL("postgresql://p:x@db/jst"),
    redisUrl: "redis://:x@r",
    kafkaBrokers: "k",
  };
  const values = async (): Promise<string[]> =>
    (await newSecrets("a", stores))
      .filter(({ metadata }) => /keys|database/.test(metadata.name))
      .flatMap(({ stringData }) => Object.values(stringData));
  const all = [...(await values()), ...(await values())];
  assert.equal(new Set(all).size, all.length);
});
