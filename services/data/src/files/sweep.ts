import { systemContext, LeasedSession, type Database, type TeamContext } from "@jst/db";
import { isUuid } from "@jst/rpc";
import type { BlobKey, FileStore } from "./store/file-store.ts";

const DAY_MS = 86_400_000;
const timeoutMs = 10_000;
/** Files, and addresses, that one statement is about: a team may have any number, and each statement has its time. */
const BATCH = 1_000;

/** Dependencies of the sweep. */
export interface SweepParts {
  database: Database;
  store: FileStore;
  /** Connection of data_worker, which holds the lease. */
  workerUrl: string;
}

/**
 * Removes bytes that nothing needs any longer (files.purge). These are the bytes of files deleted 30 days ago
 * that no import has pinned, and uploads of imports that are expired. So are bytes a day old that no file, pending
 * proposal or upload of an import names. One of all processes does it at a time. The next pass makes up for a
 * cancelled one.
 */
export async function sweepFiles({ database, store, workerUrl }: SweepParts): Promise<void> {
  const options = { connectionString: workerUrl, applicationName: "data-files", timeoutMs };
  const session = await LeasedSession.open({ ...options, lease: "data swept files" });
  try {
    if (!(await session.take())) return;
    const before = new Date(Date.now() - DAY_MS);
    await store.clear(before);
    const faults: unknown[] = [];
    // An error with one team's files does not stop the sweep of others.
    for (const teamId of (await store.teams()).filter(isUuid))
      await sweepTeam({ database, store }, teamId, before).catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} teams were not swept`);
  } finally {
    await session.close();
  }
}

async function sweepTeam(
  { database, store }: Pick<SweepParts, "database" | "store">,
  teamId: string,
  before: Date,
): Promise<void> {
  await forgetAddresses(database, teamId);
  await purge(database, store, teamId);
  await expire(database, store, teamId);
  const keys = (await store.olderThan(teamId, before)).filter(({ id }) => isUuid(id));
  for (let at = 0; at < keys.length; at += BATCH)
    await forget(database, store, teamId, keys.slice(at, at + BATCH));
}

async function forgetAddresses(database: Database, teamId: string): Promise<void> {
  for (;;) {
    const { result } = await database.write(platform(teamId), (tx) =>
      tx.query({
        name: "data.file_addresses.forget",
        text: `delete from data.file_addresses a where a.team_id = $1 and a.hash = any(array(
            select o.hash from data.file_addresses o
            where o.team_id = $1 and o.expires_at < now() - interval '30 days' order by o.expires_at limit $2
          )) returning a.hash`,
        values: [teamId, BATCH],
      }),
    );
    if (result.length < BATCH) return;
  }
}

/** Marks first, so that nothing brings a file back whose bytes are going. */
async function purge(database: Database, store: FileStore, teamId: string): Promise<void> {
  for (;;) {
    const { result } = await database.write(platform(teamId), (tx) =>
      tx.query<{ id: string }>({
        name: "data.files.purge",
        text: `update data.files f set purged_at = clock_timestamp()
          where f.team_id = $1 and f.deleted_at < now() - interval '30 days' and f.purged_at is null and f.id = any(array(
            select o.id from data.files o
            where o.team_id = $1 and o.deleted_at < now() - interval '30 days' and o.purged_at is null
              and not exists (select from data.import_sources s where s.team_id = $1 and s.file_id = o.id)
              and not exists (select from data.file_pins p where p.team_id = $1 and p.file_id = o.id)
            order by o.deleted_at limit $2
          )) returning f.id`,
        values: [teamId, BATCH],
      }),
    );
    await store.remove(result.map(({ id }) => ({ teamId, id })));
    if (result.length < BATCH) return;
  }
}

/** Removes expired uploads of imports: first the rows, so that no import begins with bytes that are going. */
async function expire(database: Database, store: FileStore, teamId: string): Promise<void> {
  const { result } = await database.write(platform(teamId), (tx) =>
    tx.query<{ id: string }>({
      name: "data.import_uploads.expire",
      text: `delete from data.import_uploads u
        where u.team_id = $1 and u.import_id is null and u.expires_at <= now() returning u.id`,
      values: [teamId],
    }),
  );
  await store.remove(result.map(({ id }) => ({ teamId, id })));
}

/** A proposal that has just expired may be under approval still. */
async function forget(
  database: Database,
  store: FileStore,
  teamId: string,
  keys: readonly BlobKey[],
): Promise<void> {
  const unknown = await database.read<{ id: string }>(platform(teamId), {
    name: "data.files.find_unknown",
    text: `with pending as (
        select c.request -> 'body' as body from data.changesets c
        where c.team_id = $1 and c.status = 'queued' and c.expires_at > now() - interval '1 hour'
          and c.rpc = 'data.v1.Files/UploadFiles'
      ), proposed as (
        select jsonb_path_query(p.body, '$.files[*].id') #>> '{}' as id from pending p
        union all
        select jsonb_path_query(p.body, '$.files[*].extracted[*].id') #>> '{}' from pending p
      )
      select k.id from unnest($2::uuid[]) k (id)
      where not exists (select from data.files f where f.team_id = $1 and f.id = k.id and f.purged_at is null)
        and not exists (select from data.import_uploads i where i.team_id = $1 and i.id = k.id)
        and k.id::text not in (select p.id from proposed p)`,
    values: [teamId, keys.map(({ id }) => id)],
  });
  await store.remove(unknown.map(({ id }) => ({ teamId, id })));
}

const platform = (teamId: string): TeamContext =>
  systemContext(teamId, { requestId: "data-files", timeoutMs });
