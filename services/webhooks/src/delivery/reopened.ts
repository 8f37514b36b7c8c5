/**
 * Returns the CTEs that make failed deliveries pending again: `reopened` and `queued`. They need `chosen` with the
 * team_id, id and batch_id of each; a batch is reopened as a whole, since it is posted as a whole. `attemptsMax` is SQL
 * over the row `d`.
 */
export const reopened = (schema: "" | "webhooks.", attemptsMax: string): string => `posted as materialized (
    select c.team_id, c.id from chosen c where c.batch_id is null
    union
    select b.team_id, unnest(b.delivery_ids) from chosen c
    join ${schema}batches b on b.team_id = c.team_id and b.id = c.batch_id
  ), reopened as (
    update ${schema}deliveries d
    set status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), first_failed_at = null,
      attempts_max = ${attemptsMax}
    from posted p where d.team_id = p.team_id and d.id = p.id and d.status = 'failed'
    returning d.team_id, d.id, d.endpoint_id, d.next_attempt_at, d.created_at, d.batch_id
  ), queued as (
    insert into ${schema}queue (team_id, delivery_id, endpoint_id, due_at, place, state)
    select r.team_id, coalesce(r.batch_id, r.id), r.endpoint_id, min(r.next_attempt_at), min(r.created_at),
      case when r.batch_id is null then 'ready' else 'line_ready' end
    from reopened r group by r.team_id, coalesce(r.batch_id, r.id), r.endpoint_id, r.batch_id
    on conflict (team_id, delivery_id) do update set state = excluded.state, due_at = excluded.due_at, attempts = 0
  )`;
