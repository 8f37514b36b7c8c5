import { auditPayload, type AuditPayload } from "@jst/events";
import type { InternalHandler, MadeToolCall } from "../../gen/rpc.ts";
import { recordEntries } from "../audit/write-entries.ts";

/**
 * Puts the calls into the chains of their teams, all or none; they are committed there when it answers (ADR 51). The
 * agent service has verified who made them and proves itself; nobody else may call this.
 */
export const recordToolCalls: InternalHandler<"RecordToolCalls"> = async ({ calls }, { deps, hop }) => {
  const leftMs = Math.max(1, hop.deadline - Date.now());
  const entries = calls.map(entryOf);
  await recordEntries(deps.audit, entries, leftMs);
  deps.counts.noteRecorded(entries);
  return { body: { recorded: calls.length } };
};

function entryOf(made: MadeToolCall): AuditPayload {
  const actor = {
    teamId: made.team_id,
    actorType: made.actor_type,
    actorId: made.actor_id,
    tokenId: made.token_id,
    requestId: made.request_id,
  };
  const { resource, outcome, code, changeset_id: changesetId = null, call } = made;
  return auditPayload(actor, {
    action: "tool.call",
    resource,
    resourceId: null,
    outcome,
    code,
    changesetId,
    call,
  });
}
