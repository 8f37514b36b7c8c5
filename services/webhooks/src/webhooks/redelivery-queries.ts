import { one, type TeamTx } from "@jst/db";
import type { Instant } from "@jst/query";
import { wakeSignal } from "../delivery/due-signal.ts";
import { attemptsMaxOf } from "../delivery/schedule.ts";
import { DELIVERY_JSON } from "../json-sql.ts";
import { reopened } from "../delivery/reopened.ts";

/** Failed deliveries of an endpoint to post again: one, or all since a time. */
export type Reopening = { deliveryId: string } | { failedSince: Instant };

/**
 * Makes failed deliveries of the endpoint pending and due now, and returns their number. Returns undefined if the
 * delivery `deliveryId` is not one of the endpoint. A delivery that is pending or has succeeded stays as it is.
 */
export async function reopenDeliveries(
  tx: TeamTx,
  endpointId: string,
  what: Reopening,
): Promise<number | undefined> {
  const deliveryId = "deliveryId" in what ? what.deliveryId : null;
  const failedSince = "failedSince" in what ? what.failedSince : null;
  const [counts] = await tx.query<{ found: boolean; reopened: number }>({
    name: "webhooks.reopen",
    text: `with chosen as materialized (
        select d.team_id, d.id, d.batch_id from webhooks.deliveries d
        where d.team_id = $1 and d.endpoint_id = $2 and d.status = 'failed'
          and ($3::uuid is null or d.id = $3) and ($4::timestamptz is null or d.failed_at >= $4)
      ), ${reopened("webhooks.", `(select ${attemptsMaxOf("e")} from webhooks.endpoints e where e.team_id = $1 and e.id = $2)`)}
      select (select count(*)::int from reopened) as reopened,
        $3 is null or exists (
          select from webhooks.deliveries d where d.team_id = $1 and d.endpoint_id = $2 and d.id = $3
        ) as found`,
    values: [tx.context.teamId, endpointId, deliveryId, failedSince],
    signal: wakeSignal,
  });
  return counts?.found === true ? counts.reopened : undefined;
}

/** A delivery that no event of the broker caused. */
export interface OwnDelivery {
  endpointId: string;
  eventId: string;
  type: string;
  payload: string;
}

/**
 * Stores a delivery at the end of the team's feed and answers it as the feed shows it. As in the intake, the head's
 * lock is taken first and held to the end, so that the feed grows at its end alone (events.feed-order).
 */
export async function appendDelivery(tx: TeamTx, delivery: OwnDelivery): Promise<string> {
  const { teamId, traceparent } = tx.context;
  await tx.query({
    name: "webhooks.lock_feed_head",
    text: `insert into webhooks.feed_heads as h (team_id, last_created_at) values ($1, '-infinity')
      on conflict (team_id) do update set last_created_at = h.last_created_at`,
    values: [teamId],
  });
  const row = one(
    await tx.query<{ body: string }>({
      name: "webhooks.append_delivery",
      text: `with start as (
        select greatest(last_created_at + interval '1 microsecond', clock_timestamp()) as at
        from webhooks.feed_heads where team_id = $1
      ), d as (
        insert into webhooks.deliveries
          (team_id, endpoint_id, event_id, type, payload, traceparent, created_at, next_attempt_at, attempts_max)
        select $1, $2, $3, $4, $5::json, $6, s.at, least(s.at, clock_timestamp()), ${attemptsMaxOf("e")}
        from start s join webhooks.endpoints e on e.team_id = $1 and e.id = $2
        returning *
      ), queued as (
        insert into webhooks.queue (team_id, delivery_id, endpoint_id, due_at, place, state)
        select d.team_id, d.id, d.endpoint_id, d.next_attempt_at, d.created_at,
          case when e.batch is null then 'ready' else 'line_ready' end
        from d join webhooks.endpoints e on e.team_id = d.team_id and e.id = d.endpoint_id
      ), moved as (
        update webhooks.feed_heads h set last_created_at = d.created_at from d where h.team_id = $1
      )
      select ${DELIVERY_JSON} as body from d`,
      values: [
        teamId,
        delivery.endpointId,
        delivery.eventId,
        delivery.type,
        delivery.payload,
        traceparent ?? null,
      ],
      signal: wakeSignal,
    }),
  );
  return row.body;
}
