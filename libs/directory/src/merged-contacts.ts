import { systemContext } from "@jst/db";
import type { Database, TeamTx } from "@jst/db";
import type { FactData, ReceivedFact } from "@jst/events";

/**
 * Returns SQL of the contact that a stored id stands for now: the end of the chain of merges, or the contact itself
 * (contacts.merged-references). It is a uuid over the row of alias `row`.
 */
export const contactOf = (
  column: string,
  row = "t",
): string => `coalesce((select m.live_id from merged_contacts m
    where m.team_id = ${row}.team_id and m.contact_id = ${column}), ${column})`;

/**
 * Returns SQL for the array of all ids that stand for the same contacts as the ids of an array, each of type uuid; they
 * are of the type `as`.
 */
export const idsOfContacts = (ids: string, as = "uuid"): string => `array(
    select s.id::${as} from unnest(${ids}) v (id)
    cross join lateral (
      select coalesce((select m.live_id from merged_contacts m where m.contact_id = v.id), v.id) as id
    ) e
    cross join lateral (
      select e.id union all select m.contact_id from merged_contacts m where m.live_id = e.id
    ) s)`;

/** Returns SQL of whether a stored id stands for the contact whose id is this parameter, of type uuid. */
export const namesContact = (column: string, id: string): string =>
  `${column} = any (${idsOfContacts(`array[${id}]`)})`;

/** Stores which contacts are merged, however often and late the facts come. */
export async function takeMerges(
  database: Database,
  teamId: string,
  facts: readonly ReceivedFact<"contact.merged">[],
): Promise<void> {
  await database.write(systemContext(teamId), async (tx) => {
    await tx.query({
      name: "merged_contacts.lock",
      text: "select pg_advisory_xact_lock(hashtextextended('merged contacts ' || $1, 0))",
      values: [teamId],
    });
    for (const { id, data } of facts) await storeMerge(tx, id, data);
  });
}

/** Stores one merge, and where the chains that pass the contact end. */
async function storeMerge(
  tx: TeamTx,
  id: string,
  { merged_into, version }: FactData<"contact.merged">,
): Promise<void> {
  const { teamId } = tx.context;
  const stored = await tx.query({
    name: "merged_contacts.store",
    text: `insert into merged_contacts as m (team_id, contact_id, merged_into, version) values ($1, $2, $3, $4)
on conflict (team_id, contact_id) do update set merged_into = excluded.merged_into, version = excluded.version
where m.version < excluded.version
returning m.contact_id`,
    values: [teamId, id, merged_into, version],
  });
  if (stored.length === 0) return;
  await tx.query({
    name: "merged_contacts.ends",
    text: `with recursive named (contact_id) as (
  select $2::uuid
  union
  select m.contact_id from named n join merged_contacts m on m.team_id = $1 and m.merged_into = n.contact_id
)
update merged_contacts t set live_id = case
  when t.contact_id = $2 and t.merged_into is null then null
  else coalesce(
    (select e.live_id from merged_contacts e where e.team_id = $1 and e.contact_id = $3::uuid), $3::uuid, $2) end
from named where t.team_id = $1 and t.contact_id = named.contact_id`,
    values: [teamId, id, merged_into],
  });
}
