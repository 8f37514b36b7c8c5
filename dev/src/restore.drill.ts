// Proves: libs/db/sql libs/events libs/fleet docs/operate/backup.md services/data/src/files/store
// Proves: dev/src/jst/events-replay.ts dev/src/jst/audit-verify.ts
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { postgresAccount } from "./components/account.ts";
import { postgresDataDir } from "./components/postgres-home.ts";
import { superuserUrl } from "./components/postgres.ts";
import { down } from "./fleet.ts";
import { auditVerify } from "./jst/audit-verify.ts";
import { eventsReplay } from "./jst/events-replay.ts";
import { until } from "./process/until.ts";
import { createProgress } from "./progress.ts";
import { fleetReport } from "./supervisor/client.ts";
import { Contacts, wantContacts } from "./testing/contacts.ts";
import { readSum, uploadFiles, type SentFile } from "./testing/files.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

const progress = createProgress(() => undefined);
const account = postgresAccount();
let own: OwnFleet;
let home: string;

before(async () => {
  own = await OwnFleet.start("restore");
  home = postgresDataDir(own.fleet.paths, account);
});
after(() => own.reset());

test("a fleet restored to a moment has every write and every byte of before it, none from after, and all its events", async () => {
  await archiveLog();
  await wantContacts(own);
  await backUp();
  const contacts = new Contacts(own);
  const kept = await createContacts(contacts, 20);
  const keptFiles = await uploadFiles(own, 10);
  const moment = await valueOf("select clock_timestamp()::text");
  const lost = await createContacts(new Contacts(own), 20);
  const lostFiles = await uploadFiles(own, 3);
  const last = await valueOf("select pg_walfile_name(pg_switch_wal())");
  await eventually(async () => (await valueOf("select last_archived_wal from pg_stat_archiver")) >= last);

  // After the database: each row of the moment finds its bytes.
  const { filesDir } = own.fleet.paths;
  const bytes = path.join(own.settings.stateDir, "bytes-of-files");
  cpSync(filesDir, bytes, { recursive: true });

  await down(own.settings, progress);
  restore(moment);
  rmSync(filesDir, { recursive: true });
  cpSync(bytes, filesDir, { recursive: true });
  await own.up();

  const statuses = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await own.call("GET", `/api/v1/contacts/${id}`)).status));
  assert.deepEqual(new Set(await statuses(kept)), new Set([200]));
  assert.deepEqual(new Set(await statuses(lost)), new Set([404]));
  const sums = (files: readonly SentFile[]) => Promise.all(files.map((file) => readSum(own, file)));
  assert.deepEqual(
    await sums(keptFiles),
    keptFiles.map(({ sha256 }) => sha256),
  );
  assert.deepEqual(new Set(await sums(lostFiles)), new Set(["404"]));
  // Events that Kafka had delivered are missing in the database of that moment, so they are sent again.
  await run(eventsReplay, ["crm"], { since: "1h" });
  await contacts.write();
  await contacts.expectAll();
  assert.equal((await run(auditVerify, [], {})).exitCode, 0);
});

/** Has every finished piece of the write-ahead log kept beside the cluster, as continuous archiving does. */
async function archiveLog(): Promise<void> {
  const archive = path.join(home, "archive");
  mkdirSync(archive);
  if (account) chownSync(archive, account.uid, account.gid);
  await query("alter system set archive_mode = on");
  await query(`alter system set archive_command = 'cp %p ${archive}/%f'`);
  const report = await fleetReport(own.fleet.paths);
  const pid = report?.processes.find(({ name }) => name === "postgres")?.pid;
  assert.ok(pid);
  process.kill(pid, "SIGKILL");
  await eventually(async () => (await valueOf("show archive_mode")) === "on");
  await eventually(async () => (await own.call("GET", "/api/v1/data/tables")).status === 200);
}

/** A copy of the running cluster, from which its log leads to any later moment. */
async function backUp(): Promise<void> {
  const client = await superuser();
  try {
    await client.query("select pg_backup_start('test', fast => true)");
    const copy = path.join(home, "backup");
    execFileSync("cp", ["-a", path.join(home, "cluster"), copy]);
    for (const part of ["postmaster.pid", "postmaster.opts"]) rmSync(path.join(copy, part));
    for (const part of readdirSync(path.join(copy, "pg_wal")))
      rmSync(path.join(copy, "pg_wal", part), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
    give(path.join(copy, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

/** Puts the copy in place of the cluster and has it follow the log to the moment. */
function restore(moment: string): void {
  const [cluster, backup] = [path.join(home, "cluster"), path.join(home, "backup")];
  give(path.join(backup, "recovery.signal"), "");
  appendFileSync(
    path.join(backup, "postgresql.auto.conf"),
    `restore_command = 'cp ${home}/archive/%f %p'
recovery_target_time = '${moment}'
recovery_target_action = 'promote'
hot_standby = off
`,
  );
  rmSync(cluster, { recursive: true });
  renameSync(backup, cluster);
}

/** Writes a file of PostgreSQL's own account. */
function give(file: string, content: string): void {
  writeFileSync(file, content);
  if (account) chownSync(file, account.uid, account.gid);
}

async function createContacts(contacts: Contacts, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await contacts.write());
  return ids;
}

function run(command: typeof auditVerify, words: string[], options: Record<string, string>) {
  return command.run({ settings: own.settings, progress, words, options });
}

async function superuser(): Promise<Client> {
  const client = new Client({ connectionString: superuserUrl(own.fleet, "jst") });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = await superuser();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function valueOf(text: string): Promise<string> {
  return String(Object.values((await query(text))[0] ?? {})[0]);
}

/** Until it holds; a fault in between is a "not yet". */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  assert.ok(await until(() => holds().catch(() => false), 60_000));
}
