import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { OperatorError } from "./operator-error.ts";

/** Root of the checkout. */
export const repository = path.resolve(import.meta.dirname, "../..");

/** Settings of the local fleet from the environment. */
export interface Settings {
  /** JST_STATE: everything one fleet writes; two fleets never share it. Default `.dev`. */
  stateDir: string;
  /** JST_CACHE: downloads, shared by all fleets and kept by `make reset`. Default `~/.cache/jst`. */
  cacheDir: string;
  /** JST_PORT: port of the gateway; the others follow it. Undefined when the environment does not say. */
  basePort: number | undefined;
  /** JST_MAVEN_URL: a Maven repository holding the jars of Kafka. */
  mavenUrl: string;
}

/** Port of the gateway unless JST_PORT says otherwise. */
export const defaultBasePort = 8080;

/** Reads the settings; a bad one is an OperatorError naming it. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return {
    stateDir: path.resolve(repository, env["JST_STATE"] ?? ".dev"),
    cacheDir: path.resolve(repository, env["JST_CACHE"] ?? defaultCacheDir()),
    basePort: readPort(env["JST_PORT"]),
    mavenUrl: (env["JST_MAVEN_URL"] ?? "https://repo1.maven.org/maven2").replace(/\/+$/, ""),
  };
}

/** Collector of spans, and the share of requests. */
export interface Tracing {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: base URL of a collector that speaks OTLP/HTTP. */
  collector: URL;
  /** JST_TRACE_PERCENT: 1 by default, as in production. */
  percent: number;
}

/** Reads the settings of tracing; undefined without a collector, because nobody would read the spans. */
export function readTracing(env: NodeJS.ProcessEnv = process.env): Tracing | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url = "", JST_TRACE_PERCENT: text = "1" } = env;
  if (url === "") return undefined;
  const percent = Number(text);
  if (!/^http:\/\//.test(url) || !URL.canParse(url)) {
    throw new OperatorError(`OTEL_EXPORTER_OTLP_ENDPOINT is "${url}"; set it to an http URL.`, {
      exitCode: 2,
    });
  }
  if (!(percent >= 0 && percent <= 100)) {
    throw new OperatorError(`JST_TRACE_PERCENT is "${text}"; set it to a number from 0 to 100.`, {
      exitCode: 2,
    });
  }
  return { collector: new URL(url), percent };
}

/**
 * JST_MTLS=on: services and gateway speak TLS with one another, both sides proven. The fleet is given certificates, and
 * keeps to them until it is reset.
 */
export function wantsTls(env: NodeJS.ProcessEnv = process.env): boolean {
  return isOn("JST_MTLS", env);
}

/**
 * JST_STORES_TLS=on: PostgreSQL and Kafka speak TLS alone, and Kafka asks who is there, as managed ones do. Kept until
 * the fleet is reset.
 */
export function wantsStoresTls(env: NodeJS.ProcessEnv = process.env): boolean {
  return isOn("JST_STORES_TLS", env);
}

/**
 * JST_WITHOUT_SUPERUSER=on: a login with CREATEROLE and CREATEDB alone makes the database, as on a managed server (ADR
 * 44). Kept until the fleet is reset. Fleets of tests are so with TEST_WITHOUT_SUPERUSER=1, like every other database
 * of theirs.
 */
export function wantsNoSuperuser(env: NodeJS.ProcessEnv = process.env): boolean {
  return env["TEST_WITHOUT_SUPERUSER"] === "1" || isOn("JST_WITHOUT_SUPERUSER", env);
}

/** JST_PRODUCTION_MEMORY=on: services take as much memory as in an image, as measurements need it. */
export function wantsProductionMemory(env: NodeJS.ProcessEnv = process.env): boolean {
  return isOn("JST_PRODUCTION_MEMORY", env);
}

function isOn(variable: string, env: NodeJS.ProcessEnv): boolean {
  const text = env[variable] ?? "";
  if (text === "" || text === "on") return text === "on";
  throw new OperatorError(`${variable} is "${text}"; set it to on, or leave it out.`, { exitCode: 2 });
}

/** Highest base port at which every door of the fleet still has a valid number. */
const maxBasePort = 65_000;

function readPort(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1024 && port <= maxBasePort) return port;
  throw new OperatorError(`JST_PORT is "${text}"; set it to a port from 1024 to ${maxBasePort}.`, {
    exitCode: 2,
  });
}

function defaultCacheDir(): string {
  const home = homedir();
  try {
    accessSync(home, constants.W_OK);
    return path.join(home, ".cache/jst");
  } catch {
    return path.join(repository, ".cache");
  }
}
