import type { TeamTx } from "@jst/db";
import {
  changesetOf,
  STORED,
  type ChangesetRow,
  type Status,
  type StoredApproval,
  type StoredChangeset,
} from "./queries.ts";

/** Reads a stored changeset that nobody else decides on until this transaction ends. */
export async function lockChangeset(tx: TeamTx, uuid: string): Promise<StoredChangeset | undefined> {
  return changesetOf(
    await tx.query<ChangesetRow>({
      name: "changeset_lock",
      text: `select ${STORED} as changeset from changesets c where c.team_id = $1 and c.id = $2 for update`,
      values: [tx.context.teamId, uuid],
    }),
  );
}

/** Member or token that decided, as the audit log names it. */
export interface Decider {
  type: string;
  id: string;
}

/** Decision on a queued changeset. */
interface StoredDecision {
  status: Exclude<Status, "queued" | "undone">;
  by: Decider;
  reason?: string | undefined;
  /** The only version that it is for; any where undefined. */
  version?: number | undefined;
  /** How it was decided on, where a rule says. */
  approval?: StoredApproval | undefined;
}

/** Moves a queued changeset on; undefined when somebody else has, or when it has expired or is of another version. */
export async function decideChangeset(
  tx: TeamTx,
  uuid: string,
  { status, by, reason, version, approval }: StoredDecision,
): Promise<StoredChangeset | undefined> {
  return changesetOf(
    await tx.query<ChangesetRow>({
      name: "changeset_decide",
      text: `update changesets c
        set status = $3, decided_by_type = $4, decided_by_id = $5, decided_at = now(), reason = $6,
          -- A set is executed at its end, and counts what it has done from now on.
          executed_at = case when $3 = 'executed' and c.kind is null then now() end, approval = $8,
          operation_count = case when $3 = 'executed' and c.kind = 'set' then 0 else c.operation_count end
        where c.team_id = $1 and c.id = $2 and c.status = 'queued' and c.expires_at > now()
          and ($7::int is null or c.version = $7)
        returning ${STORED} as changeset`,
      values: [
        tx.context.teamId,
        uuid,
        status,
        by.type,
        by.id,
        reason ?? null,
        version ?? null,
        approval === undefined ? null : JSON.stringify(approval),
      ],
    }),
  );
}
