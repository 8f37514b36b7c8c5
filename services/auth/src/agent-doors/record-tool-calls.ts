import { auditStatements } from "@jst/events";
import type { InternalHandler, MadeToolCall } from "../../gen/rpc.ts";

/**
 * Puts the calls on record, all or none, on their way to the chains of their teams. The agent service has verified who
 * made them and proves itself; nobody else may call this (ADR 34).
 */
export const recordToolCalls: InternalHandler<"RecordToolCalls"> = async ({ calls }, { deps, hop }) => {
  const leftMs = Math.max(1, hop.deadline - Date.now());
  await deps.operator.query(auditStatements(calls.map(entryOf)), leftMs);
  return { body: { recorded: calls.length } };
};

function entryOf(made: MadeToolCall) {
  const actor = {
    teamId: made.team_id,
    actorType: made.actor_type,
    actorId: made.actor_id,
    tokenId: made.token_id,
    requestId: made.request_id,
    traceparent: made.traceparent,
  };
  const { resource, outcome, code, changeset_id: changesetId = null, call } = made;
  return {
    actor,
    entry: { action: "tool.call", resource, resourceId: null, outcome, code, changesetId, call },
  };
}
