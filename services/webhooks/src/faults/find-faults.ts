import { instant, type Row } from "@jst/db";
import { COUNTED_MAX, counted, type Fault, type FindFaults } from "@jst/faults";
import { failures } from "./unreached.ts";

/** An endpoint that events do not reach. */
interface UnreachedEndpoint extends Row {
  id: string;
  url: string;
  enabled: boolean;
  /** Deliveries that have not ended. */
  pending: number;
  /** Deliveries that used up their attempts, or failed first long ago, since the last one that arrived. */
  failed: number;
  since: string | null;
}

/**
 * Finds endpoints that are off while deliveries wait for them, and endpoints to which nothing has come since a delivery
 * failed, or has failed for a while (operation.team-status).
 */
export const findFaults: FindFaults<unknown> = async ({ context, read }) => {
  const unreached = await read<UnreachedEndpoint>({
    name: "webhooks.faults",
    text: `select e.id, e.url, e.enabled, known.pending, f.failed, ${instant("f.since")} as since
      from endpoints e
      cross join lateral (
        select coalesce(max(c.last_success_at), '-infinity') as arrived_at, coalesce(sum(c.pending), 0)::int as pending
        from endpoint_counts c where c.team_id = e.team_id and c.endpoint_id = e.id
      ) known
      cross join lateral (
        select count(*)::int as failed, min(d.at) as since from (
          ${failures("", "known.arrived_at")}
          order by d.failed_at limit ${COUNTED_MAX}
        ) d
      ) f
      where e.team_id = $1 and e.deleted_at is null and case when e.enabled then f.failed > 0 else known.pending > 0 end
      order by e.created_at, e.id`,
    values: [context.teamId],
  });
  return unreached.map(faultOf);
};

function faultOf({ id, url, enabled, pending, failed, since }: UnreachedEndpoint): Fault {
  // Receivers often distinguish hooks by a secret in the path or the query.
  const { host } = new URL(url);
  const endpoint = { component: "webhooks", path: `/webhooks/${id}` };
  if (!enabled)
    return {
      ...endpoint,
      state: "off",
      reason: `The webhook endpoint at ${host} is off, so it does not get new events. Deliveries that wait until it is on: ${pending}.`,
      remedy: "Turn it on, or delete it if nobody needs its events.",
      since: null,
    };
  return {
    ...endpoint,
    state: "failing",
    reason: `The webhook endpoint at ${host} does not accept events: of the last deliveries, ${counted(failed)} failed after all attempts or for 15 minutes and longer.`,
    remedy:
      "Check its replies, make it reply with a 2xx status, and send a test event. You can send failed deliveries again from its page.",
    since,
  };
}
