import { existsSync } from "node:fs";
import { chmod, chown, copyFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ordersState } from "@jst/db";
import { Client } from "pg";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { host } from "../ports.ts";
import { run } from "../process/run.ts";
import { postgresAccount, type Account } from "./account.ts";
import { createDataParent, postgresDataDir, reachable, reachableBinaries } from "./postgres-home.ts";

/** Settings that differ from PostgreSQL's own; durability stays on, so a kill loses no acknowledged write. */
const settings = {
  shared_buffers: "256MB",
  max_connections: "400",
  shared_preload_libraries: "pg_stat_statements",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
};

/** The one database; each service has its own schema and role in it. */
export const postgres: Component = {
  name: "postgres",
  ports: ({ postgres: port }) => [{ port, purpose: "PostgreSQL" }],

  async prepare({ paths, ports, secrets }, programs) {
    const account = postgresAccount();
    const home = postgresDataDir(paths, account);
    const cluster = path.join(home, "cluster");
    const binaries = await reachableBinaries(programs.postgres, account);
    const pgvector = await reachable(programs.pgvector, path.basename(programs.pgvector), account);
    await createDataParent(home, account);
    if (!existsSync(cluster))
      await createCluster(home, cluster, binaries, secrets.superuserPassword, account);
    const options = {
      ...settings,
      extension_control_path: `$system:${path.join(pgvector, "share")}`,
      dynamic_library_path: `$libdir:${path.join(pgvector, "lib")}`,
      listen_addresses: host,
      port: String(ports.postgres),
      unix_socket_directories: "",
      ...(secrets.storesTlsDir !== undefined && (await tlsOptions(home, secrets.storesTlsDir, account))),
    };
    return {
      name: "postgres",
      stage: "component",
      command: path.join(binaries, "bin/postgres"),
      args: ["-D", cluster, ...Object.entries(options).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
      env: baseEnvironment(),
      cwd: "/",
      ...(account && { account }),
      // Fast shutdown: sessions are ended, the checkpoint is written.
      stopSignal: "SIGINT",
      stopLimitMs: 20_000,
      log: paths.log("postgres"),
      url: `postgresql://${host}:${ports.postgres}/jst`,
    };
  },

  async probe(fleet) {
    await ask(superuserUrl(fleet, "postgres"), "select 1");
  },
};

/** Returns the fault of the text orders (conventions.text-order); undefined if they work. */
export async function faultOfOrders(fleet: Fleet): Promise<string | undefined> {
  const [state] = (await ask(superuserUrl(fleet, "jst"), ordersState).catch(notMade)) as {
    moved: number;
    has_icu: boolean | null;
  }[];
  if (state?.has_icu === false) return "texts sort by bytes: this PostgreSQL has no ICU";
  return state === undefined || state.moved === 0
    ? undefined
    : `ICU has changed ${state.moved} orders of texts since their indexes were built: run make up again`;
}

/** PostgreSQL's code of a database that does not exist. */
const INVALID_CATALOG_NAME = "3D000";

/** Returns no rows for a database that the bootstrap has not made yet. */
function notMade(error: unknown): [] {
  if ((error as { code?: unknown }).code === INVALID_CATALOG_NAME) return [];
  throw error;
}

/** Asks a database for some rows, within seconds. */
async function ask(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  // Without a listener an error after the query would end this process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** TLS, with a key that nobody but the server's account reads: the server insists on it. */
async function tlsOptions(
  home: string,
  from: string,
  account: Account | undefined,
): Promise<Record<string, string>> {
  await installCertificate(home, from, account);
  return { ssl: "on", ssl_cert_file: path.join(home, "tls.crt"), ssl_key_file: path.join(home, "tls.key") };
}

/** Puts a certificate where the server reads it when it starts, and at SIGHUP. */
export async function installCertificate(
  home: string,
  from: string,
  account: Account | undefined,
): Promise<void> {
  for (const name of ["tls.crt", "tls.key"]) {
    const file = path.join(home, name);
    await copyFile(path.join(from, name), file);
    await chmod(file, 0o600);
    if (account) await chown(file, account.uid, account.gid);
  }
}

/** Address of a database for the superuser. */
export function superuserUrl(fleet: Fleet, database: string): string {
  return urlOf(fleet, "postgres", fleet.secrets.superuserPassword, database);
}

/** The login that makes the fleet's database where no superuser does. */
export const administrator = "jst_admin";

/** Address of the fleet's database for that login. */
export function administratorUrl(fleet: Fleet): string {
  return urlOf(fleet, administrator, fleet.secrets.administratorPassword, "jst");
}

/** In the words that libpq knows too, so psql takes it as it is. */
function urlOf({ ports, secrets }: Fleet, role: string, password: string, database: string): string {
  const url = `postgresql://${role}:${password}@${host}:${ports.postgres}/${database}`;
  const { storesTlsDir } = secrets;
  if (storesTlsDir === undefined) return url;
  return `${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(path.join(storesTlsDir, "ca.crt"))}`;
}

/** Address of the fleet's database for one role of a service. */
export function roleUrl(fleet: Fleet, role: string): string {
  const password = fleet.secrets.rolePasswords[role];
  if (password === undefined) throw new Error(`There is no password for the role ${role}.`);
  return urlOf(fleet, role, password, "jst");
}

/** Initialised aside and renamed when whole; sorted alike on every machine, whatever its locales. */
async function createCluster(
  home: string,
  cluster: string,
  binaries: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  const part = `${cluster}.part`;
  const passwordFile = path.join(home, "password");
  await rm(part, { recursive: true, force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const args = [
    "-D",
    part,
    "-U",
    "postgres",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
  ];
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  try {
    await run(path.join(binaries, "bin/initdb"), [...args, ...locale, "--no-sync", "--no-instructions"], {
      env: baseEnvironment(),
      cwd: "/",
      ...account,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(part, cluster);
}
