import { instant } from "@jst/db";
import { resource } from "@jst/resource";
import { webhookDeclaration } from "../../gen/resources.ts";
import { dueSignal } from "../delivery/due-signal.ts";
import type { Deps } from "../deps.ts";
import { lockEndpoints, requireWithinLimit } from "./endpoint-limit.ts";
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

/** Endpoints to which the events of a team are posted. Their addresses are public, and a team has few of them. */
export const webhooks = resource(webhookDeclaration)<Deps>({
  hidden: ["secret", "previous_secret", "previous_secret_until", "former_secrets"],
  shown: { stats },
  texts: ["t.url", "t.description"],
  normalise: { events: (types: string[]) => [...new Set(types)] },
  check: async ({ url }, { caller, deps }) => {
    if (url !== undefined) await requirePublicUrl(deps.guard, url, caller);
  },
  complete: keepFormerSecrets,
  within: async (tx, _next, before) => {
    if (before !== undefined) return;
    await lockEndpoints(tx);
    await requireWithinLimit(tx, { more: 1 });
  },
  // A write may enable the endpoint or change its URL, so that its deliveries are due.
  signal: dueSignal,
});
