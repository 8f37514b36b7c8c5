import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newSecrets } from "../../../dev/src/charts/secrets.ts";
import { isolatedValues } from "../../../dev/src/charts/isolated-values.ts";
import { repository } from "../../../dev/src/config.ts";
import { run } from "../../../dev/src/process/run.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { foreignKinds } from "./foreign-kinds.ts";
import { apply, kubectl, makeNamespace } from "./kubectl.ts";
import { hostOf, storeObjects } from "./stores.ts";

/** A fleet to install. */
interface Installation {
  release: string;
  /** Profile and values files, the last one wins. */
  values: readonly string[];
}

const chart = path.join(repository, "charts/fleet");
const own = (file: string): string => path.join(repository, "drills/cluster/tests/values", file);
const installLimit = "10m";

/** Two fleets as they are run: a shared one in the namespace jst, and beside it that of the isolated tenant acme. */
export async function installFleets(helm: string, folder: string, progress: Progress): Promise<void> {
  await apply(foreignKinds);
  for (const name of ["jst", "jst-acme"]) await makeNamespace(name, "restricted");
  await progress.step("stores of both fleets", () => startStores());
  const values = path.join(folder, "acme.yaml");
  writeFileSync(values, isolatedValues({ slug: "acme", baseUrl: "https://acme.example.com" }));
  await claimFolder(folder, "jst", "jst-files");
  await claimFolder(folder, "jst-acme", "acme-audit-heads");
  await install(helm, { release: "jst", values: [profile("shared"), own("shared.yaml")] }, progress);
  const isolated = [profile("isolated"), values, own("isolated.yaml")];
  await install(helm, { release: "jst-acme", values: isolated }, progress);
}

/** Profile dev in the namespace dev, which brings its own stores. */
export async function installDev(helm: string, progress: Progress): Promise<void> {
  await makeNamespace("dev", "restricted");
  const host = (name: string): string => `dev-${name}.dev.svc.cluster.local`;
  const stores = {
    superuserUrl: new URL(`postgresql://postgres:${password()}@${host("postgres")}:5432/jst`),
    redisUrl: `redis://:${password()}@${host("redis")}:6379`,
    kafkaBrokers: `${host("kafka")}:9092`,
  };
  await apply(await newSecrets("jst", stores), "--namespace", "dev");
  const values = [profile("dev"), path.join(chart, "examples/dev.yaml"), own("dev.yaml")];
  await install(helm, { release: "dev", values }, progress);
}

function profile(name: string): string {
  return path.join(chart, `profiles/${name}.yaml`);
}

/** The time of a step is that from `helm install` until every pod is ready. */
async function install(helm: string, { release, values }: Installation, progress: Progress): Promise<void> {
  const files = values.flatMap((file) => ["--values", file]);
  const args = [
    "install",
    release,
    chart,
    "--namespace",
    release,
    ...files,
    "--wait",
    "--timeout",
    installLimit,
  ];
  await progress.step(`helm install ${release}, until ready`, () => run(helm, args, { shownChars: 4_000 }));
}

function password(): string {
  return randomBytes(16).toString("hex");
}

async function startStores(): Promise<void> {
  const given = [
    { namespace: "stores", prefix: "jst", names: ["postgres", "redis", "kafka"] },
    { namespace: "stores-acme", prefix: "acme", names: ["postgres", "redis"] },
  ] as const;
  for (const { namespace, prefix, names } of given) {
    await makeNamespace(namespace, "privileged");
    const passwords = { postgres: password(), redis: password() };
    await apply(storeObjects(namespace, names, passwords));
    const secrets = await newSecrets(prefix, {
      superuserUrl: new URL(
        `postgresql://postgres:${passwords.postgres}@${hostOf(namespace, "postgres")}:5432/jst`,
      ),
      redisUrl: `redis://:${passwords.redis}@${hostOf(namespace, "redis")}:6379`,
      kafkaBrokers: `${hostOf("stores", "kafka")}:9092`,
    });
    await apply(secrets, "--namespace", prefix === "jst" ? "jst" : `jst-${prefix}`);
  }
  for (const { namespace } of given)
    await kubectl(
      "wait",
      "--namespace",
      namespace,
      "--for=condition=Ready",
      "pod",
      "--all",
      "--timeout=180s",
    );
}

/** A folder of the node that every pod of a namespace may claim by its name. */
async function claimFolder(folder: string, namespace: string, name: string): Promise<void> {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  chownSync(place, 65_532, 65_532);
  const size = { storage: "100Mi" };
  const common = { accessModes: ["ReadWriteMany"], storageClassName: "" };
  const claim = { name, namespace };
  await apply([
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name },
      spec: { ...common, capacity: size, hostPath: { path: place }, claimRef: claim },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: claim,
      spec: { ...common, volumeName: name, resources: { requests: size } },
    },
  ]);
}

/** Counts the objects of a release by kind, as a sentence. */
export async function resourcesOf(helm: string, release: string): Promise<string> {
  const manifest = await run(helm, ["get", "manifest", release, "--namespace", release]);
  const counts = new Map<string, number>();
  for (const [, kind = ""] of manifest.matchAll(/^kind: (\w+)$/gm))
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].sort().map(([kind, count]) => `${count} ${kind}`);
  return `${release} is made of ${parts.join(", ")}.`;
}
