import { instant } from "@jst/db";
import { resource } from "@jst/resource";
import { webhookDeclaration, type WebhookValues } from "../../gen/resources.ts";
import { wakeSignal } from "../delivery/due-signal.ts";
import type { Deps } from "../deps.ts";
import { lockEndpoints, requireWithinLimit } from "./endpoint-limit.ts";
import { requireDemand } from "../filters/require-demand.ts";
import { keepFormerSecrets } from "./issued-secret.ts";
import { requirePublicUrl } from "./require-public-url.ts";

// Sums of counters that change with the deliveries: to count the deliveries would take longer with each event.
const stats = `(select json_build_object(
    'pending', coalesce(sum(s.pending), 0),
    'success', coalesce(sum(s.success), 0),
    'failed', coalesce(sum(s.failed), 0),
    'last_success_at', ${instant("max(s.last_success_at)")},
    'last_failure_at', ${instant("max(s.last_failure_at)")})
  from webhooks.endpoint_counts s where s.team_id = t.team_id and s.endpoint_id = t.id)`;

/** SQL of the delivery that stops a strict endpoint, for a batch the first of its deliveries. */
const blockedBy = `(select coalesce(b.delivery_ids[1], q.delivery_id)
  from webhooks.queue q left join webhooks.batches b on b.team_id = q.team_id and b.id = q.delivery_id
  where q.team_id = t.team_id and q.endpoint_id = t.id and q.state = 'blocked' and t.ordering = 'strict'
  order by q.place, q.delivery_id limit 1)`;

/** A free-form member without a value is an empty object; no filter is empty. */
const filterOf = ({ filter }: Pick<WebhookValues, "filter">) =>
  filter == null || Object.keys(filter).length === 0 ? null : filter;

/** Endpoints to which the events of a team are posted. Their addresses are public, and a team has few of them. */
export const webhooks = resource(webhookDeclaration)<Deps>({
  hidden: ["secret", "previous_secret", "previous_secret_until", "former_secrets", "judged_in"],
  shown: { stats, blocked_by: blockedBy },
  fields: [{ name: "blocked_by", kind: "uuid", sql: blockedBy, sort: false }],
  texts: ["t.url", "t.description"],
  normalise: { events: (types: string[]) => [...new Set(types)] },
  check: async ({ url }, { caller, deps }) => {
    if (url !== undefined) await requirePublicUrl(deps.guard, url, caller);
  },
  complete: (next, given, before) => keepFormerSecrets({ ...next, filter: filterOf(next) }, given, before),
  within: async (tx, next, before) => {
    requireDemand(tx, next, before);
    if (before !== undefined) return;
    await lockEndpoints(tx);
    await requireWithinLimit(tx, { more: 1 });
  },
  // A write may enable the endpoint or change its URL, so that its deliveries are due.
  signal: wakeSignal,
});
