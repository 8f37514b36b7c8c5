import type { Client } from "pg";
import { until } from "../../../dev/src/process/until.ts";
import type { ThreefoldTeam } from "./plan.ts";

/** The relay takes this long at most for a whole backlog. */
const relayLimitMs = 300_000;

/**
 * Stores events as writes of contacts would have, all in one transaction: what was written while the way out was
 * closed. Team by team in turn, with payloads of the usual size.
 */
export async function fillOutbox(
  client: Client,
  teams: readonly ThreefoldTeam[],
  count: number,
): Promise<void> {
  await client.query(
    `insert into crm.outbox (team_id, id, type, payload)
     select t.id, e.id, 'contact.created', json_build_object(
       'id', e.id, 'type', 'contact.created', 'api_version', 'v1', 'team_id', t.id, 'created_at', now(),
       'actor', json_build_object('type', 'service', 'id', uuidv7()),
       'data', json_build_object('object', json_build_object('id', uuidv7(), 'first_name', 'Ada', 'last_name', 'Number ' || n,
         'email', 'filled.' || e.id || '@example.com', 'phone', null, 'company', null, 'title', null, 'tags', '[]'::json,
         'created_at', now(), 'updated_at', now(), 'created_by', json_build_object('type', 'service', 'id', uuidv7()),
         'version', 1)),
       'changeset_id', 'crm_' || uuidv7(), 'test', false)
     from generate_series(1, $2::int) n
     cross join lateral (select uuidv7() as id offset 0 * n) e
     join unnest($1::uuid[]) with ordinality t (id, place) on t.place = 1 + n % cardinality($1::uuid[])
     order by n`,
    [teams.map(({ id }) => id), count],
  );
}

/** Resolves once the broker has acknowledged every event of the outbox. */
export async function relayed(client: Client): Promise<void> {
  const text = `select not exists (
      select from crm.outbox o, crm.relay_position p where p.topic like '%crm.events.v1' and (o.xid, o.seq) > (p.xid, p.seq)
    ) as is_done`;
  const isDone = async () => (await client.query<{ is_done: boolean }>(text)).rows[0]?.is_done === true;
  if (!(await until(isDone, relayLimitMs)))
    throw new Error("The relay does not come to the end of the outbox.");
}
