import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { kubectl } from "../node/kubectl.ts";
import { hostOf } from "../node/stores.ts";
import { nodeFolder } from "./config.ts";
import { entriesOf } from "./secrets.ts";

/** The account that its files belong to. */
const owner = 65_532;

/** Connects to the shared fleet's database from the node, which does not know the cluster's names. */
export async function withDatabase<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const address = await podField("{.status.podIP}");
  const client = new pg.Client({
    connectionString: connectionString.replace(hostOf("stores", "postgres"), address),
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same as superuser. */
export async function withSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withDatabase((await entriesOf("jst-bootstrap"))["superuser-url"] ?? "", work);
}

/** One value. */
export function valueOf(text: string): Promise<string> {
  return withSuperuser(async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return String(Object.values(rows[0] ?? {})[0]);
  });
}

/** A copy of the running server's files; its log from now on, which it keeps, leads from there to any later moment. */
export async function backUp(): Promise<void> {
  const home = await volume();
  const copy = path.join(home, "backup");
  await withSuperuser(async (client) => {
    await client.query("alter system set wal_keep_size = '2GB'");
    await client.query("select pg_reload_conf()");
    await client.query("select pg_backup_start('test', fast => true)");
    execFileSync("cp", ["-a", path.join(home, "cluster"), copy]);
    for (const part of ["postmaster.pid", "postmaster.opts"]) rmSync(path.join(copy, part));
    emptyFolder(path.join(copy, "pg_wal"));
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
    give(path.join(copy, "backup_label"), rows[0]?.labelfile ?? "");
  });
}

/** Starts the server from the copy and replays the log up to the moment. No client may be connected. */
export async function restore(moment: string): Promise<void> {
  const home = await volume();
  const [cluster, copy, lost] = ["cluster", "backup", "lost"].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  await valueOf("select pg_switch_wal()");
  execFileSync("cp", ["-a", `${path.join(cluster, "pg_wal")}/.`, path.join(copy, "pg_wal")]);
  give(path.join(copy, "recovery.signal"), "");
  const settings = {
    // All of the log is there already.
    restore_command: "false",
    recovery_target_time: moment,
    recovery_target_action: "promote",
    hot_standby: "off",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(path.join(copy, "postgresql.auto.conf"), lines.join(""));
  renameSync(cluster, lost);
  renameSync(copy, cluster);
  // The server is the container's first process; the container starts again, on the same volume.
  await kubectl("--namespace", "stores", "exec", "postgres", "--", "bash", "-c", "kill -INT 1");
}

/** Where the node keeps the server's volume. */
async function volume(): Promise<string> {
  const uid = await podField("{.metadata.uid}");
  return path.join(nodeFolder(), "kubelet/pods", uid, "volumes/kubernetes.io~empty-dir/data");
}

function podField(field: string): Promise<string> {
  return kubectl("--namespace", "stores", "get", "pod", "postgres", "--output", `jsonpath=${field}`);
}

function emptyFolder(folder: string): void {
  for (const part of readdirSync(folder)) rmSync(path.join(folder, part), { recursive: true });
}

function give(file: string, content: string): void {
  writeFileSync(file, content);
  chownSync(file, owner, owner);
}
