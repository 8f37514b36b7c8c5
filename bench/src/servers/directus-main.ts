// Another platform: Directus as its image runs it, a worker per core, with production's settings and neither cache nor
// limits. It has a schema of its own and keeps its own record of each write (activity and revisions).
import { execFileSync } from "node:child_process";
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import type { ServerSettings } from "./settings.ts";

const settings = JSON.parse(process.env["BENCH_SERVER"] ?? "") as ServerSettings;
const command = fileURLToPath(
  new URL("../../directus/node_modules/@directus/api/dist/cli/run.js", import.meta.url),
);
const execArgv = ["--import", new URL("without-native.ts", import.meta.url).href];
const database = new URL(settings.connectionString);

const env = {
  ...process.env,
  HOST: "127.0.0.1",
  PORT: String(settings.port),
  DB_CLIENT: "pg",
  DB_CONNECTION_STRING: database.href,
  DB_SEARCH_PATH: "directus",
  DB_POOL__MIN: "1",
  DB_POOL__MAX: String(settings.poolSize),
  // Its password is a secret as good as any, and both stay on this machine.
  SECRET: database.password,
  ADMIN_EMAIL: "admin@example.com",
  ADMIN_PASSWORD: database.password,
  ADMIN_TOKEN: database.password,
  LOG_LEVEL: "error",
  SERVE_APP: "false",
  TELEMETRY: "false",
  WEBSOCKETS_ENABLED: "false",
  // It answers 503 when its event loop is late, which load is meant to make it.
  PRESSURE_LIMITER_ENABLED: "false",
};

// Makes or upgrades its own tables; told again, it changes nothing.
execFileSync(process.execPath, [...execArgv, command, "bootstrap"], {
  env,
  stdio: ["ignore", "ignore", "inherit"],
});
cluster.setupPrimary({ exec: command, args: ["start"], execArgv });
for (let index = 0; index < settings.workers; index += 1) cluster.fork(env);
