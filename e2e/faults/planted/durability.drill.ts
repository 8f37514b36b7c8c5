// Proves: e2e/faults/checker libs/db/src dev/src/components/postgres.ts
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { Database } from "@jst/db";
import { teamContext, until, withClient } from "@jst/testing";
import { postgres, superuserUrl } from "../../../dev/src/components/postgres.ts";
import type { Fleet } from "../../../dev/src/component.ts";
import { readSettings, repository, type Settings } from "../../../dev/src/config.ts";
import { reset, upOnly } from "../../../dev/src/fleet.ts";
import { findFreeBase } from "../../../dev/src/ports.ts";
import { createProgress } from "../../../dev/src/progress.ts";
import { fleetReport } from "../../../dev/src/supervisor/client.ts";
import type { Violation, Write } from "../checker/history.ts";
import { writesAreReadable } from "../checker/writes.ts";

const limitMs = 60_000;
const writers = 8;
const quiet = createProgress(() => undefined);

let settings: Settings;
let fleet: Fleet;
let address: string;
before(async () => {
  // A server of its own, as it is killed; a process of the same test may run beside this one.
  const stateDir = path.join(repository, ".test", `durability-${process.pid}`);
  settings = { ...readSettings(), stateDir, basePort: await findFreeBase() };
  fleet = await upOnly([postgres], settings, quiet);
  address = superuserUrl(fleet, "postgres");
  await withClient(address, async (client) => {
    await client.query("create table writes (team_id uuid, id uuid primary key, marker text not null)");
    // Writes that do not wait for the disk stay off it for long, so a loss shows at once.
    await client.query("alter system set wal_writer_delay = '10s'");
    await client.query("alter system set wal_writer_flush_after = '1GB'");
    await client.query("select pg_reload_conf()");
  });
});
after(() => reset({ ...settings, basePort: undefined }, quiet));

/**
 * Writes through the team transaction until PostgreSQL is killed, and holds what is left against what was acknowledged.
 */
async function lostByKill(): Promise<Violation[]> {
  const database = new Database({
    connectionString: address,
    poolSize: writers,
    applicationName: "durability",
    changesetPrefix: "test",
  });
  const writes: Write[] = [];
  const writing = { isOver: false };
  const work = Array.from({ length: writers }, async () => {
    while (!writing.isOver) writes.push(await writeOne(database));
  });
  const acknowledged = () => writes.filter(({ outcome }) => outcome === "ok").length;
  await until("enough is acknowledged", limitMs, () => (acknowledged() >= 400 ? true : undefined));
  const pid = await postgresPid();
  process.kill(pid, "SIGKILL");
  writing.isOver = true;
  await Promise.all(work);
  await database.close();
  await until("there is another server", limitMs, async () =>
    (await postgresPid()) === pid ? undefined : true,
  );
  return until("it can be read", limitMs, () => readLosses(writes).catch(() => undefined));
}

async function writeOne(database: Database): Promise<Write> {
  const id = crypto.randomUUID();
  const context = teamContext({ teamId: crypto.randomUUID() });
  const text = "insert into writes (team_id, id, marker) values ($1, $2, $3)";
  const write = { team: context.teamId, contact: id, marker: id, sentMs: 0, endedMs: 0 };
  try {
    await database.write(context, (tx) => tx.query({ text, values: [context.teamId, id, id] }));
    return { ...write, outcome: "ok", version: 1 };
  } catch {
    return { ...write, outcome: "unknown", version: null };
  }
}

function readLosses(writes: readonly Write[]): Promise<Violation[]> {
  return withClient(address, async (client) => {
    const text =
      "select team_id as team, id, marker, marker as name, 1 as version from writes where id = any($1)";
    const ids = writes.map(({ marker }) => marker);
    const { rows } = await client.query<Parameters<typeof writesAreReadable>[0]["contacts"][number]>(text, [
      ids,
    ]);
    return writesAreReadable({ writes, contacts: rows });
  });
}

async function postgresPid(): Promise<number> {
  const report = await fleetReport(fleet.paths);
  return report?.processes.find(({ name }) => name === "postgres")?.pid ?? 0;
}

test("no acknowledged write is lost when PostgreSQL is killed", async () => {
  assert.deepEqual(await lostByKill(), []);
});

test("the same test loses writes once commits of the server do not wait for the disk", async () => {
  await withClient(address, (client) => client.query("alter system set synchronous_commit = off"));
  await withClient(address, (client) => client.query("select pg_reload_conf()"));
  const lost = await lostByKill();
  assert.ok(lost.length > 0, "nothing was lost, so the test above proves nothing");
});
