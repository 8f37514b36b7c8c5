import { actorIdOf, requireRight } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError, asAppError, validationFailed } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import { applyProposal, requireUnmoved } from "./applying.ts";
import { recordAct } from "./audit.ts";
import { etagOf, namedChangeset } from "./changeset-json.ts";
import type { Change } from "./changes.ts";
import { changesetConflict } from "./conflicts.ts";
import { voted } from "./deciding/approving.ts";
import { activeNow, requireApprovable, type Decision } from "./deciding/decider.ts";
import { proposingHand, teamOf, verdictOn } from "./deciding/decision-rule.ts";
import { standingOf, type Standing, type StandingOf } from "./deciding/standing.ts";
import { standingsFor } from "./deciding/standings.ts";
import type { Deps } from "./deps.ts";
import { movedBases } from "./moved-since.ts";
import { placedSummary, readerOf } from "./names.ts";
import { factsOf, requireProposerRight, type Proposal } from "./proposal.ts";
import { previewed } from "./proposing.ts";
import { resourceOf } from "./resource.ts";
import { handOf } from "./rules/hand.ts";
import { deciderOf } from "./settle.ts";
import { lockVersion, storeVersion, VERSIONS_MAX } from "./versions.ts";

/**
 * Edits a proposal, and approves it where the editor's own same write would run at once; elsewhere the new version
 * waits for another person (trust.edit). The new version is judged by the rules as one of its proposer. A refusal
 * leaves the proposal as it was.
 */
export async function approveEdited(
  call: Call<Deps>,
  proposal: Proposal,
  body: unknown,
  decision: Decision,
): Promise<Reply> {
  const edited = editedProposal(call, proposal, body);
  try {
    if (decision.rules.length > 0) return await approveJudged(call, proposal, edited, decision);
    if (!edited.write.runsAtOnce(call.caller, edited.request.body))
      return await proposeEdited(
        call,
        edited,
        await effectOf(call, edited),
        await standingsFor(call, [edited.stored]),
      );
    return await applyProposal(call, edited, decision, async (changes, tx) => {
      requireEffect(changes);
      requireSameBases(call.deps, proposal, changes);
      if (tx !== undefined) await store(tx, call, edited, changes);
    });
  } catch (thrown) {
    throw withPlace(thrown);
  }
}

/** Edits a proposal of a team with rules: what the new version would change says who decides on it. */
async function approveJudged(
  call: Call<Deps>,
  proposal: Proposal,
  edited: Proposal,
  decision: Decision,
): Promise<Reply> {
  const changes = await effectOf(call, edited);
  const { stored } = edited;
  const hand = proposingHand(stored, proposal.proposer);
  const verdict = await verdictOn(teamOf(call), decision.rules, hand, changes);
  const standing = await standingOf(verdict, stored, activeNow(call));
  requireApprovable(call, { operations: [...changes] }, standing);
  const isApproval =
    standing.eligible.includes(actorIdOf(call.caller)) && (await runsAtOnce(call, edited, decision, changes));
  if (!isApproval) return proposeEdited(call, edited, changes, () => standing);
  if (standing.needed > 1) return proposeEdited(call, edited, changes, () => standing, standing);
  return applyProposal(call, edited, { ...decision, standing }, async (made, tx) => {
    requireEffect(made);
    requireSameBases(call.deps, proposal, made);
    requireUnmoved(call.deps, { ...stored, operations: [...changes] }, made);
    if (tx !== undefined) await store(tx, call, edited, made);
  });
}

/** True if the caller's own same write would run at once, by rules and matrix. */
async function runsAtOnce(
  call: Call<Deps>,
  { write, request }: Proposal,
  { rules }: Decision,
  changes: readonly Change[],
): Promise<boolean> {
  const verdict = await verdictOn(teamOf(call), rules, handOf(call.caller), changes);
  return verdict === undefined ? write.runsAtOnce(call.caller, request.body) : verdict.outcome === "run";
}

/**
 * Throws 403 where the version to be approved is the caller's own edit and the caller's own same write would not run at
 * once: another person decides.
 */
export async function requireOthersEdit(
  call: Call<Deps>,
  proposal: Proposal,
  decision: Decision,
): Promise<void> {
  const { stored } = proposal;
  if (stored.edited_by_id !== call.context.actorId) return;
  if (await runsAtOnce(call, proposal, decision, stored.operations ?? [])) return;
  const detail = "You edited this version, so you cannot approve it. Ask another person who can approve it.";
  throw new AppError("insufficient_scope", detail, { extension: { required_scope: "audit:admin" } });
}

/** The proposal with another body, which its editor and its proposer may send. */
function editedProposal(call: Call<Deps>, proposal: Proposal, body: unknown): Proposal {
  const { stored, write, proposer } = proposal;
  requireRight(call.caller, write.resource, write.action);
  if (!isEditable(call.deps, proposal)) throw notEditable();
  if ((stored.version ?? 1) >= VERSIONS_MAX)
    throw new AppError(
      "limit_reached",
      `A proposal has at most ${VERSIONS_MAX} versions. Approve or reject it as it is.`,
    );
  try {
    const request = write.edited?.(proposal.request, body, proposer.team.country) ?? proposal.request;
    write.requireReach(call.caller, request);
    requireProposerRight(proposer, write, request);
    return { ...proposal, request };
  } catch (thrown) {
    throw withPlace(thrown);
  }
}

/** True where an approval may send another body: the write takes one, all of it is shown, and it begins no set. */
export function isEditable(
  { requests }: Deps,
  { stored, write }: Pick<Proposal, "stored" | "write">,
): boolean {
  const hasSecrets = stored.request !== null && requests?.hasSecrets(stored.request) === true;
  return write.edited !== undefined && !hasSecrets && stored.kind === null;
}

function notEditable(): AppError {
  const message =
    "You cannot edit this proposal: it has no fields, contains files, or has values that you cannot see. Reject it, or ask a member who can see all values to decide.";
  return validationFailed([{ field: "body", code: "not_allowed", message }]);
}

function requireEffect(changes: readonly Change[]): void {
  if (changes.length > 0) return;
  const message =
    "With these values the proposal changes nothing. Send other values, or reject the proposal.";
  throw validationFailed([{ field: "", code: "invalid_value", message }]);
}

/** Throws 409 where what both versions change has changed since it was shown. */
function requireSameBases({ resources }: Deps, { stored }: Proposal, changes: readonly Change[]): void {
  const conflicts = movedBases(resources, stored.operations ?? [], changes);
  if (conflicts.length === 0) return;
  throw changesetConflict(
    "The data was changed after you read this proposal. Read it again, then decide.",
    conflicts,
  );
}

/** Answers what the edited version would change, as a write of its proposer. */
async function effectOf(call: Call<Deps>, edited: Proposal): Promise<readonly Change[]> {
  const { write, request } = edited;
  const run = (writer: Parameters<typeof write.run>[2]) => write.run(request, factsOf(call, edited), writer);
  const { changes } = await previewed(call.deps, { facts: factsOf(call, edited), run });
  requireEffect(changes);
  return changes;
}

/**
 * Stores the edited version, which waits for another person; with the editor's approval where it is given a standing
 * that needs more than this one.
 */
async function proposeEdited(
  call: Call<Deps>,
  edited: Proposal,
  changes: readonly Change[],
  standingOf: StandingOf,
  voting?: Standing,
): Promise<Reply> {
  const { deps, caller, context } = call;
  const { stored } = edited;
  return call.write(
    async (tx) => {
      await lockVersion(tx, stored);
      const next = await store(tx, call, edited, changes);
      for (const name of new Set(changes.map(({ resource }) => resource)))
        await resourceOf(deps.resources, name).proposed?.(tx, caller.team);
      if (voting !== undefined) return voted(call, tx, next, voting);
      const showing = { ...deps, viewer: { rights: caller }, standingOf };
      const body = await namedChangeset(showing, next, changes, readerOf(tx));
      return { body: { ...body }, headers: etagOf(body) };
    },
    { context, changesetUuid: stored.id },
  );
}

async function store(
  tx: TeamTx,
  call: Call<Deps>,
  { stored, request }: Proposal,
  changes: readonly Change[],
) {
  const { deps, caller, context } = call;
  const summary = await placedSummary(tx, deps.resources, { id: stored.id, changes, isProposed: true });
  recordAct(tx, context, { act: "edit", id: `${deps.service}_${stored.id}` });
  return storeVersion(tx, stored.id, {
    request: deps.requests?.stored(request, caller.team_id) ?? request,
    summary,
    operations: changes,
    by: deciderOf(call),
  });
}

/** The refusal with its members where the approval has them: at `body.<member>`. */
function withPlace(thrown: unknown): unknown {
  const error = asAppError(thrown);
  const { code, message, errors, extension, headers } = error;
  if (errors === undefined) return thrown;
  const placed = errors.map((fault) => ({
    ...fault,
    field: fault.field === "" ? "body" : `body.${fault.field}`,
  }));
  return new AppError(code, message, { errors: placed, extension, headers, cause: error });
}
