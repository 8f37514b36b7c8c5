import { auditPayload } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { recordEntries } from "../audit/write-entries.ts";

/**
 * Puts the export of a list that the agent service answers into the chain of its team; the entry is committed when it
 * answers (moving.record).
 */
export const recordExport: InternalHandler<"RecordExport"> = async (made, { deps, hop }) => {
  const leftMs = Math.max(1, hop.deadline - Date.now());
  const actor = {
    teamId: made.team_id,
    actorType: made.actor_type,
    actorId: made.actor_id,
    tokenId: made.token_id,
    requestId: made.request_id,
  };
  const { resource, reason } = made;
  const entry = { action: "list.export", resource, resourceId: null, outcome: "success", reason } as const;
  await recordEntries(deps.audit, [auditPayload(actor, entry)], leftMs);
  return { body: { recorded: 1 } };
};
