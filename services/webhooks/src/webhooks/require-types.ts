import { requireReach, type Caller } from "@jst/caller";
import { eventRights, type EventType } from "@jst/events";
import { notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { requireId } from "@jst/resource";
import type { Deps } from "../deps.ts";

/** Throws 403 for the first event type whose events the caller may not have posted to an endpoint (events.rights). */
export function requireTypes(caller: Caller, types: readonly string[] = []): void {
  for (const [index, type] of types.entries())
    requireReach(caller, eventRights(type as EventType).endpoint, `events.${index}`);
}

/** Throws 403 unless the caller may have everything posted to another URL that the endpoint receives. */
export async function requireStoredTypes(call: Call<Deps>, endpointId: string): Promise<void> {
  const [found] = await call.read<{ events: EventType[] }>({
    name: "webhooks.types_of",
    text: "select t.events from webhooks.endpoints t where t.team_id = $1 and t.id = $2 and t.deleted_at is null",
    values: [call.caller.team_id, requireId(endpointId)],
  });
  if (found === undefined) throw notFound();
  for (const type of found.events) requireReach(call.caller, eventRights(type).endpoint, "url");
}
