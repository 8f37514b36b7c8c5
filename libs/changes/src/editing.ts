import { requireRight } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError, asAppError, validationFailed } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import { applyProposal } from "./applying.ts";
import { recordAct } from "./audit.ts";
import { etagOf, namedChangeset } from "./changeset-json.ts";
import type { Change } from "./changes.ts";
import { changesetConflict } from "./conflicts.ts";
import type { Deps } from "./deps.ts";
import { movedBases } from "./moved-since.ts";
import { readerOf } from "./names.ts";
import { summaryOf } from "./operations.ts";
import { factsOf, requireProposerRight, type Proposal } from "./proposal.ts";
import { previewed } from "./proposing.ts";
import { resourceOf } from "./resource.ts";
import { deciderOf } from "./settle.ts";
import { lockVersion, storeVersion, VERSIONS_MAX } from "./versions.ts";

/**
 * Edits a proposal and approves it where the editor's own same write would run at once; elsewhere the new version
 * waits for another person (trust.edit). A refusal leaves the proposal as it was.
 */
export async function approveEdited(call: Call<Deps>, proposal: Proposal, body: unknown): Promise<Reply> {
  const edited = editedProposal(call, proposal, body);
  try {
    return edited.write.runsAtOnce(call.caller, edited.request.body)
      ? await applyProposal(call, edited, async (changes, tx) => {
          requireEffect(changes);
          requireSameBases(call.deps, proposal, changes);
          if (tx !== undefined) await store(tx, call, edited, changes);
        })
      : await proposeEdited(call, edited);
  } catch (thrown) {
    throw withPlace(thrown);
  }
}

/**
 * Throws 403 where the version to be approved is the caller's own edit and the caller's own same write would not run at
 * once: another person decides.
 */
export function requireOthersEdit(
  { caller, context }: Call<Deps>,
  { stored, write, request }: Proposal,
): void {
  if (stored.edited_by_id !== context.actorId || write.runsAtOnce(caller, request.body)) return;
  throw new AppError(
    "insufficient_scope",
    "You edited this version, so you cannot approve it. Ask another owner or admin.",
    {
      extension: { required_scope: "audit:admin" },
    },
  );
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

/** True where an approval may send another body: the write takes one, and all of it is shown. */
export function isEditable(
  { requests }: Deps,
  { stored, write }: Pick<Proposal, "stored" | "write">,
): boolean {
  const hasSecrets = stored.request !== null && requests?.hasSecrets(stored.request) === true;
  return write.edited !== undefined && !hasSecrets;
}

function notEditable(): AppError {
  const message =
    "You cannot edit this proposal: it has no fields, contains files or has hidden values. Approve or reject it as it is.";
  return validationFailed([{ field: "body", code: "not_allowed", message }]);
}

function requireEffect(changes: readonly Change[]): void {
  if (changes.length > 0) return;
  const message = "With this body the proposal changes nothing. Reject it instead.";
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

/** Stores the edited version without deciding: it is previewed as its proposer's, and waits for another person. */
async function proposeEdited(call: Call<Deps>, edited: Proposal): Promise<Reply> {
  const { deps, caller, context } = call;
  const { stored, write, request } = edited;
  const run = (writer: Parameters<typeof write.run>[2]) => write.run(request, factsOf(call, edited), writer);
  const { changes } = await previewed(deps, { facts: factsOf(call, edited), run });
  requireEffect(changes);
  const deciders = await deps.decidersOf(caller.team_id, call.hop);
  return call.write(
    async (tx) => {
      await lockVersion(tx, stored);
      const next = await store(tx, call, edited, changes);
      for (const name of new Set(changes.map(({ resource }) => resource)))
        await resourceOf(deps.resources, name).proposed?.(tx, caller.team);
      const showing = { ...deps, viewer: { rights: caller }, deciders };
      const body = await namedChangeset(showing, next, changes, readerOf(tx));
      return { body: { ...body }, headers: etagOf(body) };
    },
    { context, changesetUuid: stored.id },
  );
}

function store(tx: TeamTx, call: Call<Deps>, { stored, request }: Proposal, changes: readonly Change[]) {
  const { deps, caller, context } = call;
  recordAct(tx, context, { act: "edit", id: `${deps.service}_${stored.id}` });
  return storeVersion(tx, stored.id, {
    request: deps.requests?.stored(request, caller.team_id) ?? request,
    summary: summaryOf(deps.resources, changes),
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
