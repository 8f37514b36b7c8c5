import { LeasedSession, type Database, type TeamContext } from "@jst/db";
import { isUuid } from "@jst/rpc";
import type { FileStore } from "./store/file-store.ts";

const DAY_MS = 86_400_000;
const timeoutMs = 10_000;

/** What sweeping takes. */
export interface SweepParts {
  database: Database;
  store: FileStore;
  /** Connection of data_worker, which holds the lease. */
  workerUrl: string;
}

/**
 * Lets go of bytes that nothing needs any more (files.purge): of files deleted 30 days ago, and of uploads of a day ago
 * that no file and no pending proposal names. Of all processes one does it at a time; a pass that is broken off is made
 * up for by the next.
 */
export async function sweepFiles({ database, store, workerUrl }: SweepParts): Promise<void> {
  const options = { connectionString: workerUrl, applicationName: "data-files", timeoutMs };
  const session = await LeasedSession.open({ ...options, lease: "data swept files" });
  try {
    if (!(await session.take())) return;
    const before = new Date(Date.now() - DAY_MS);
    await store.clear(before);
    for (const teamId of (await store.teams()).filter(isUuid)) {
      await purge(database, store, teamId);
      await forget(database, store, teamId, before);
    }
  } finally {
    await session.close();
  }
}

/** Marks first, so that nothing brings a file back whose bytes are going. */
async function purge(database: Database, store: FileStore, teamId: string): Promise<void> {
  const { result } = await database.write(platform(teamId), async (tx) => {
    await tx.query({
      name: "data.file_addresses.forget",
      text: "delete from data.file_addresses a where a.team_id = $1 and a.expires_at < now() - interval '30 days'",
      values: [teamId],
    });
    return tx.query<{ id: string }>({
      name: "data.files.purge",
      text: `update data.files f set purged_at = clock_timestamp()
        where f.team_id = $1 and f.deleted_at < now() - interval '30 days' and f.purged_at is null returning f.id`,
      values: [teamId],
    });
  });
  await store.remove(result.map(({ id }) => ({ teamId, id })));
}

async function forget(database: Database, store: FileStore, teamId: string, before: Date): Promise<void> {
  const keys = (await store.olderThan(teamId, before)).filter(({ id }) => isUuid(id));
  if (keys.length === 0) return;
  const unknown = await database.read<{ id: string }>(platform(teamId), {
    name: "data.files.find_unknown",
    text: `with pending as (
        select c.request -> 'body' as body from data.changesets c
        where c.team_id = $1 and c.status = 'queued' and c.expires_at > now() and c.rpc = 'data.v1.Files/UploadFiles'
      ), proposed as (
        select jsonb_path_query(p.body, '$.files[*].id') #>> '{}' as id from pending p
        union all
        select jsonb_path_query(p.body, '$.files[*].extracted[*].id') #>> '{}' from pending p
      )
      select k.id from unnest($2::uuid[]) k (id)
      where not exists (select from data.files f where f.team_id = $1 and f.id = k.id and f.purged_at is null)
        and k.id::text not in (select p.id from proposed p)`,
    values: [teamId, keys.map(({ id }) => id)],
  });
  await store.remove(unknown.map(({ id }) => ({ teamId, id })));
}

/** The platform itself, which has no token. */
function platform(teamId: string): TeamContext {
  return { teamId, tokenId: "", actorType: "system", actorId: "", requestId: "data-files", timeoutMs };
}
