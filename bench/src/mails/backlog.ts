import type { Client } from "pg";

/** Actor that the images of the messages name. */
const CONTEXT = `select set_config('app.' || name, gen_random_uuid()::text, false),
  set_config('app.actor_type', 'service', false) from unnest(array['actor_id', 'token_id', 'request_id', 'changeset_id']) name`;

/** Stores messages of a team that wait to be sent, as POST /comms/send would have. */
export async function fillQueue(client: Client, teamId: string, count: number): Promise<void> {
  await client.query(CONTEXT);
  await client.query(
    `with made as (
      insert into comms.messages (team_id, channel, "from", "to", address, subject, text, consent, created_by_type,
        created_by_id)
      select $1, 'email', 'bench@example.org', a.address, a.address, 'Backlog ' || n, 'Number ' || n,
        '{"status": "unknown", "basis": null}', 'service', 'bench'
      from generate_series(1, $2::int) n, lateral (select 'reader.' || n || '@example.org' as address) a
      returning team_id, id
    )
    insert into comms.queue (team_id, message_id) select team_id, id from made`,
    [teamId, count],
  );
}
