import type { Row } from "@jst/db";
import { instant } from "@jst/resource";
import { platformContext } from "@jst/rpc";
import type { Fault, InternalHandler } from "../../gen/rpc.ts";

/** An endpoint that events do not reach. */
interface UnreachedEndpoint extends Row {
  id: string;
  url: string;
  enabled: boolean;
  /** Deliveries that used up their attempts since the last one that arrived. */
  failed: number;
  since: string | null;
}

/** Endpoints that are off, and those to which nothing has come since a delivery failed (operation.team-status). */
export const listFaults: InternalHandler<"ListFaults"> = async ({ team_id }, call) => {
  const context = platformContext(team_id, call);
  const unreached = await call.deps.database.read<UnreachedEndpoint>(context, {
    name: "webhooks.faults",
    text: `select e.id, e.url, e.enabled, f.failed, ${instant("f.since")} as since
      from endpoints e
      cross join lateral (
        select coalesce(max(c.last_success_at), '-infinity') as at from endpoint_counts c
        where c.team_id = e.team_id and c.endpoint_id = e.id
      ) arrived
      cross join lateral (
        select count(*)::int as failed, min(d.failed_at) as since from deliveries d
        where d.team_id = e.team_id and d.endpoint_id = e.id and d.status = 'failed' and d.failed_at > arrived.at
      ) f
      where e.team_id = $1 and e.deleted_at is null and (not e.enabled or f.failed > 0)
      order by e.created_at, e.id`,
    values: [context.teamId],
  });
  return { body: { faults: unreached.map(faultOf) } };
};

function faultOf({ id, url, enabled, failed, since }: UnreachedEndpoint): Fault {
  const endpoint = { component: "webhooks", path: `/webhooks/${id}` };
  if (!enabled)
    return {
      ...endpoint,
      state: "off",
      reason: `${url} is off: events wait for it, and none is posted.`,
      remedy: "Switch it on, or remove it where nobody wants its events any more.",
      since: null,
    };
  return {
    ...endpoint,
    state: "failing",
    reason: `${url} takes nothing: of the last deliveries, ${failed} failed after all attempts.`,
    remedy:
      "See what it answered, have it answer with a 2xx, and send a test event. What failed can be sent again from its page.",
    since,
  };
}
