import type { Caller } from "@jst/caller";
import { approvalEffectOf, asAppError, notFound } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { isProposer, requireChangesetUuid } from "../access.ts";
import { applyProposal, requireUnmoved } from "../applying.ts";
import { recordAct } from "../audit.ts";
import { changesetConflict } from "../conflicts.ts";
import { approveInPart } from "../deciding/approving.ts";
import {
  requireApprovable,
  requireDecider,
  requireDeciderNow,
  requirePasskey,
  requirePending,
} from "../deciding/decider.ts";
import type { Deps } from "../deps.ts";
import { approveEdited, requireOthersEdit } from "../editing.ts";
import { allOf } from "../moved-since.ts";
import { noticeDecided } from "../notices.ts";
import { proposalOf } from "../proposal.ts";
import { decideChangeset } from "../decisions.ts";
import { changesetOf, findChangeset, type StoredChangeset } from "../queries.ts";
import { deciderOf } from "../settle.ts";

/**
 * Applies a proposal: the same handler with the same request, as its proposer is now, in one transaction with the
 * decision. What would change anything but what was shown is not applied: it is marked conflicted. With another body
 * the proposal is edited first (trust.edit).
 */
export const approveChangeset: Handler<"ApproveChangeset"> = async ({ path, body }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  const stored = changesetOf(await call.read(findChangeset(call.caller.team_id, uuid)));
  if (stored === undefined) throw notFound();
  requireDecider(call.caller, stored);
  await requirePending(call, stored);
  const proposing = proposalOf(call, stored);
  // A refusal of the decider comes first: it says nothing of the proposer.
  proposing.catch(() => undefined);
  const decision = await requireDeciderNow(call, stored, () =>
    proposing.then(({ proposer }) => proposer, unlessAway),
  );
  const proposal = await proposing;
  requirePasskey(call.caller, decision.facts);
  requireApprovable(call, stored, decision.standing);
  if (body.body !== undefined) return approveEdited(call, proposal, body.body, decision);
  await requireOthersEdit(call, proposal, decision);
  const inPart = await approveInPart(call, stored, decision.standing);
  if (inPart !== undefined) return inPart;
  try {
    proposal.write.recheck(proposal.request);
    return await applyProposal(call, proposal, decision, (changes) =>
      requireUnmoved(call.deps, stored, changes),
    );
  } catch (error) {
    throw await outcomeOf(call, stored, error);
  }
};

/** The proposer of a proposal that cannot be approved, which the approval answers by itself. */
function unlessAway(thrown: unknown): Caller | undefined {
  if (asAppError(thrown).status >= 500) throw thrown;
  return undefined;
}

/** Marks the changeset as conflicted or failed, or leaves it queued; returns the error for the approver. */
async function outcomeOf(call: Call<Deps>, stored: StoredChangeset, thrown: unknown): Promise<unknown> {
  const error = asAppError(thrown);
  const effect = approvalEffectOf(error.code);
  if (effect === "wait") return thrown;
  const isInvalid = effect === "fail";
  // The second of two proposals to undo one changeset finds it undone (trust.own-undo).
  const isOwnWord = error.code === "changeset_conflict" || error.code === "not_undoable";
  const status = isInvalid ? "failed" : "conflicted";
  // Not the call's own write: that one is refused, and nothing of a refusal is kept under an idempotency key.
  await call.deps.database.write(call.context, async (tx) => {
    const version = stored.version ?? undefined;
    const decision = { status, by: deciderOf(call), reason: error.message, version } as const;
    const decided = await decideChangeset(tx, stored.id, decision);
    if (decided === undefined) return;
    const code = isInvalid || isOwnWord ? error.code : "changeset_conflict";
    const id = `${call.deps.service}_${stored.id}`;
    const self = isProposer(call.caller, stored);
    recordAct(tx, call.context, { act: "approve", id, outcome: "failed", code, self });
    noticeDecided(tx, call.deps, decided, decision);
  });
  if (isInvalid || isOwnWord) return error;
  return changesetConflict(
    `The proposal can no longer be applied: ${error.message}`,
    allOf(stored.operations ?? [], error.message),
    error,
  );
}
