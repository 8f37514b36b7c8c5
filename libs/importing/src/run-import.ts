import type { ApprovalRule } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { AppError, invalidTransition } from "@jst/errors";
import { ProposalNeeded, type Call, type Reply } from "@jst/rpc";
import { locked, saved, settledReply } from "./commands.ts";
import { requireConfirmed, type Confirmed } from "./confirming.ts";
import { storeJob } from "./import-queries.ts";
import type { StoredImport } from "./import.ts";
import type { ImportDeps } from "./import-work.ts";
import { isAtOnce } from "./may-run.ts";
import { found } from "./reads.ts";
import { findWaiting, firstFaults, type FaultyRow, type WaitingRow } from "./row-queries.ts";
import { requireMove } from "./states.ts";

/** Rows and bytes of the preview of a proposal, and faults that it shows. */
const PREVIEW = { rows: 200, bytes: 4_194_304 };
const FAULTS_SHOWN = 100;

/**
 * Begins to write the rows (imports.run); 409 while rows are rejected or something is lost, unless confirmed. The
 * run of a caller whose writes need an approval is one proposal (imports.propose), whose approval comes here again.
 */
export async function runImport<Deps extends ImportDeps<Deps>>(
  id: string,
  body: Confirmed,
  call: Call<Deps>,
): Promise<Reply> {
  const { imports } = call.deps;
  const known = await found(call, id);
  const rule = await imports.requireRunner(call, known);
  const isQueued = rule !== undefined || !isAtOnce(call.caller);
  if (call.approves === undefined && isQueued) return proposeRun(known, body, call, rule);
  if (call.approves !== undefined) await imports.checkedTargets(call, known);
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call);
    if (tx.isPreview) throw previewUnavailable();
    requireRunnable(stored, body);
    const { token_id, door } = call.caller;
    const [acting, former] =
      call.approves === undefined
        ? [{ token_id, door }, { changeset_id: null }]
        : [{ token_id, door, proposal: call.approves }, {}];
    const next = await saved(tx, stored.id, { status: "running", acting, error: null, ...former });
    await tx.query(storeJob(tx.context.teamId, stored.id, true, imports.stored));
    return settledReply(call, next);
  });
}

function requireRunnable(stored: StoredImport, confirmed: Confirmed): void {
  requireMove(stored.status, "running");
  requireConfirmed(stored, confirmed);
}

/** Shows the first changes that a run would make, as a proposal of the whole run (imports.propose). */
async function proposeRun<Deps extends ImportDeps<Deps>>(
  stored: StoredImport,
  body: Confirmed,
  call: Call<Deps>,
  rule: ApprovalRule | undefined,
): Promise<Reply> {
  requireRunnable(stored, body);
  const [first] = await call.deps.imports.checkedTargets(call, stored);
  if (first !== undefined) {
    const { target, part } = first;
    const teamId = call.caller.team_id;
    const rows = await call.read<WaitingRow>(findWaiting(teamId, stored, part.index, PREVIEW));
    if (target.make !== undefined) await target.make(shownAlone);
    else if (rows.length > 0) await target.write(rows, shownAlone);
  }
  const { counts, progress } = stored;
  const faults = await call.read<FaultyRow>(firstFaults(call.caller.team_id, stored, FAULTS_SHOWN));
  return {
    body: "",
    proposal: {
      summary: await call.deps.imports.proposedSummary(call, stored),
      set: {
        operations: counts.create + counts.update + (counts.new_files ?? 0),
        total: progress.total,
        ...(rule !== undefined && { ruleId: rule.id }),
        shown: { counts, ...(faults.length === 0 ? {} : { errors: faults.map(({ fault }) => fault) }) },
        stored: (tx, changesetId) => markProposed(tx, stored, changesetId),
      },
    },
  };
}

/** Stores nothing beside the changes of a preview; rolls back any other transaction. */
const shownAlone = ({ isPreview }: Pick<TeamTx, "isPreview">): Promise<void> =>
  isPreview ? Promise.resolve() : Promise.reject(new ProposalNeeded());

/** Names the proposal in the import, which nobody changes until it is decided on. Throws 409 if somebody was faster. */
async function markProposed(tx: TeamTx, shown: StoredImport, changeset_id: string): Promise<void> {
  const stored = await locked(tx, shown.id, { ifMatch: undefined });
  if (stored.generation !== shown.generation || stored.status !== shown.status)
    throw invalidTransition(
      { from: stored.status, to: "running", allowed: [] },
      "The import was changed meanwhile. Read it, and run it again.",
    );
  await saved(tx, stored.id, { changeset_id });
}

function previewUnavailable(): AppError {
  const detail = "A run of an import cannot be shown before it is made. Check the import to see its effect.";
  return new AppError("proposals_unavailable", detail);
}
