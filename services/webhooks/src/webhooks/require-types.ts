import { requireReach, type Caller } from "@jst/caller";
import { eventRights, typesIn } from "@jst/events";
import { notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import { requireId } from "@jst/resource";
import type { Deps } from "../deps.ts";

/** Throws 403 for the first entry whose events the caller may not have posted to an endpoint (events.rights). */
export function requireTypes(caller: Caller, patterns: readonly string[] = []): void {
  for (const [index, pattern] of patterns.entries()) requirePattern(caller, pattern, `events.${index}`);
}

/** Throws 403 unless the caller may have everything posted to another URL that the endpoint receives. */
export async function requireStoredTypes(call: Call<Deps>, endpointId: string): Promise<void> {
  const [found] = await call.read<{ events: string[] }>({
    name: "webhooks.types_of",
    text: "select t.events from webhooks.endpoints t where t.team_id = $1 and t.id = $2 and t.deleted_at is null",
    values: [call.caller.team_id, requireId(endpointId)],
  });
  if (found === undefined) throw notFound();
  for (const pattern of found.events) requirePattern(call.caller, pattern, "url");
}

/** Requires the right of each type that a pattern stands for; `*` takes in types of any later resource. */
function requirePattern(caller: Caller, pattern: string, field: string): void {
  if (pattern === "*") requireReach(caller, { resource: "*", action: "read" }, field);
  for (const type of typesIn(pattern)) requireReach(caller, eventRights(type).endpoint, field);
}
