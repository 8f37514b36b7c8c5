import type { TeamTx } from "@jst/db";
import { auditStatement, recordAudit, type AuditActor, type AuditOutcome } from "@jst/events";
import { callJson, type RecordCall } from "@jst/rpc";

/** Act on a changeset; the platform alone lets one expire. */
export type ChangesetAct =
  | "comment"
  | "propose"
  | "edit"
  | "vote"
  | "approve"
  | "reject"
  | "withdraw"
  | "expire"
  | "undo";

export interface ChangesetEntry {
  act: ChangesetAct;
  /** The changeset acted on, as answers show its id. */
  id: string;
  /** The changeset that carries what the act changed; the one acted on when absent. */
  madeBy?: string;
  outcome?: AuditOutcome;
  code?: string;
  reason?: string | undefined;
  /** True where the proposer decides. */
  self?: boolean | undefined;
}

/**
 * Records the act with the transaction that performs it: both are committed or neither is (trust.on-record: every
 * decision is in the audit log). `actor` is who acts, which on an approval is not who the transaction writes as.
 */
export function recordAct(tx: TeamTx, actor: AuditActor, entry: ChangesetEntry): void {
  const { act, id, madeBy = id, outcome = "success", code, reason, self } = entry;
  tx.defer(
    auditStatement(actor, {
      action: `changeset.${act}`,
      resource: "changesets",
      resourceId: id,
      outcome,
      changesetId: madeBy,
      code,
      reason,
      self,
    }),
  );
}

/** Records the call of a tool with the write, or the proposal, that it came to (ADR 34). */
export const recordToolCall: RecordCall = (tx, call) => {
  const { resource } = call;
  recordAudit(tx, {
    action: "tool.call",
    resource,
    resourceId: null,
    outcome: "success",
    call: callJson(call),
  });
};
