import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { until } from "../../dev/src/process/until.ts";
import { searchSources as ofCrm } from "../../services/crm/src/search/sources.ts";
import { searchSources as ofData } from "../../services/data/src/search/sources.ts";

const indexLimitMs = 1_200_000;
const vectorsLimitMs = 3_600_000;
/** Counting so many takes a while itself. */
const vectorsPaceMs = 2_000;
const leaseLimitMs = 60_000;

/** Services that keep an index. */
const kept = [ofData, ofCrm];

/** Whether everything that is written is in its index: nothing is unread or to be walked through. */
export async function isIndexed(client: Client): Promise<boolean> {
  for (const { schema, sources, causes } of kept) {
    const resources = [...sources.map(({ kind }) => kind), ...causes.map(({ resource }) => resource)];
    const { rows } = await client.query<{ is_done: boolean }>(
      `select not exists (select from ${schema}.search_walks) and exists (
        select from ${schema}.search_position p where not exists (
          select from ${schema}.changes c
          where c.xid is not null and (c.xid, c.seq) > (p.xid, p.seq) and c.resource = any($1))) as is_done`,
      [resources],
    );
    if (rows[0]?.is_done !== true) return false;
  }
  return true;
}

/** Resolves once everything that is written is in its index. */
export async function untilIndexed(client: Client): Promise<void> {
  if (!(await until(() => isIndexed(client), indexLimitMs))) throw new Error("The indexes do not catch up.");
}

/** Resolves once every entry of the team has its vector; tells meanwhile how many have. */
export async function untilEmbedded(
  client: Client,
  teamId: string,
  tell: (text: string) => void,
): Promise<void> {
  const count = (table: string) =>
    kept.map(({ schema }) => `(select count(*) from ${schema}.${table} where team_id = $1)`).join(" + ");
  const isDone = async () => {
    await delay(vectorsPaceMs);
    const { rows } = await client.query<{ made: number; entries: number }>(
      `select (${count("search_vectors")})::int as made, (${count("search_entries")})::int as entries`,
      [teamId],
    );
    const { made = 0, entries = 0 } = rows[0] ?? {};
    tell(`${made} of ${entries} vectors`);
    return made === entries;
  };
  if (!(await until(isDone, vectorsLimitMs))) throw new Error("The vectors are not made.");
}

/**
 * Takes the leases of the indexes from the services, so that nothing is kept until they are given back by the answer.
 */
export async function holdIndexes(client: Client, holder: Client): Promise<() => Promise<void>> {
  const leases = kept.map(({ schema }) => `${schema}.search`);
  for (const lease of leases) {
    let isTaken = false;
    // It waits in line, so that the lease of a session that is ended goes to it and not to a service.
    const taken = holder
      .query("select pg_advisory_lock(hashtextextended($1, 0))", [lease])
      .then(() => (isTaken = true));
    const isOurs = async () => {
      if (!isTaken) await client.query(END_HOLDER, [lease]);
      return isTaken;
    };
    if (!(await until(isOurs, leaseLimitMs))) throw new Error(`The lease ${lease} cannot be had.`);
    await taken;
  }
  return async () => {
    await holder.query("select pg_advisory_unlock_all()");
  };
}

const END_HOLDER = `select pg_terminate_backend(l.pid) from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0)
    and exists (select from pg_locks w where w.locktype = 'advisory' and not w.granted and w.classid = l.classid and w.objid = l.objid)`;
