import { requireModuleOn, requireRight, type Caller, type Door } from "@jst/caller";
import { approvalEffectOf, AppError, asAppError, notFound } from "@jst/errors";
import type { AnyInput, Call, CallFacts, Reply } from "@jst/rpc";
import type { Changeset, Handler } from "../../gen/rpc.ts";
import { isProposer, requireChangesetUuid, requireDecider, requireDeciderNow } from "../access.ts";
import { recordAct } from "../audit.ts";
import { namedChangeset } from "../changeset-json.ts";
import { changesOf, type Change } from "../changes.ts";
import { changesetConflict } from "../conflicts.ts";
import { allOf, movedSince } from "../moved-since.ts";
import type { Deps, StoredWrite } from "../deps.ts";
import { readerOf } from "../names.ts";
import { notPending } from "../pending.ts";
import { maySee } from "../redacted.ts";
import {
  changesetOf,
  decideChangeset,
  findChangeset,
  lockChangeset,
  type StoredChangeset,
} from "../queries.ts";
import { deciderOf } from "../settle.ts";

/** A proposal with all that is needed to run it again. */
interface Proposal {
  stored: StoredChangeset;
  request: AnyInput;
  write: StoredWrite;
  proposer: Caller;
}

/**
 * Applies a proposal: the same handler with the same request, as its proposer is now, in one transaction with the
 * decision. What would change anything but what was shown is not applied: it is marked conflicted.
 */
export const approveChangeset: Handler<"ApproveChangeset"> = async ({ path }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  const stored = changesetOf(await call.read(findChangeset(call.caller.team_id, uuid)));
  if (stored === undefined) throw notFound();
  requireDecider(call.caller, stored);
  if (stored.status !== "queued") throw notPending(stored.status);
  const [proposal] = await Promise.all([proposalOf(call, stored), requireDeciderNow(call, stored)]);
  try {
    return await apply(call, proposal);
  } catch (error) {
    throw await outcomeOf(call, stored, error);
  }
};

/** Reads who proposes now; 403 when that token may no longer do what it proposed, and the proposal stays queued. */
async function proposalOf(call: Call<Deps>, stored: StoredChangeset): Promise<Proposal> {
  const write = call.deps.writes.get(stored.rpc ?? "");
  if (write === undefined || stored.request === null)
    throw new Error(`No write ${stored.rpc} can be run again.`);
  const { team_id: teamId } = call.caller;
  const request = call.deps.requests?.opened(stored.request, teamId) ?? (stored.request as AnyInput);
  const door = (stored.door ?? "rest") as Door;
  const proposer = await call.deps.callerOf({ teamId, tokenId: stored.token_id, door }, call.hop);
  requireProposerRight(proposer, write, request);
  requireModuleOn(proposer.team.modules, write.module);
  return { stored, request, write, proposer };
}

/** Throws the refusal of a proposer who may no longer do what was proposed, as its approver reads it. */
function requireProposerRight(proposer: Caller, write: StoredWrite, request: AnyInput): void {
  try {
    // An undo asks by itself for the right to write all that it takes back.
    if (write.resource !== "") requireRight(proposer, write.resource, write.action);
    write.requireReach(proposer, request);
  } catch (thrown) {
    const { code, extension } = asAppError(thrown);
    const why =
      code === "viewer_read_only"
        ? "The proposer is a viewer now and may only read."
        : `The proposer no longer has the right ${String(extension["required_scope"])}.`;
    const todo = "An owner or admin can give it back, and then approve; or reject the proposal.";
    throw new AppError(code, `${why} ${todo}`, { extension, cause: thrown });
  }
}

function apply(call: Call<Deps>, { stored, request, write, proposer }: Proposal): Promise<Reply> {
  const facts = factsOf(call, proposer, stored);
  write.recheck(request);
  let isApplied = false;
  const reply = write.run(request, facts, (work) =>
    call.write(
      async (tx) => {
        tx.keepOpen();
        const current = await lockChangeset(tx, stored.id);
        if (current?.status !== "queued") throw notPending(current?.status ?? stored.status);
        const executed = await work(tx);
        await tx.flush();
        const changes = await changesOf(tx);
        requireUnmoved(call.deps, stored, changes);
        const decided = await decideChangeset(tx, stored.id, { status: "executed", by: deciderOf(call) });
        if (decided === undefined) throw notPending("expired");
        const approved = await namedChangeset(
          { ...call.deps, viewer: { rights: call.caller } },
          decided,
          changes,
          readerOf(tx),
        );
        recordAct(tx, call.context, { act: "approve", id: approved.id, self: approved.self });
        isApplied = true;
        const { resources } = call.deps;
        const maySeeAll = changes.every(({ resource }) =>
          maySee(resources, { rights: call.caller }, resource),
        );
        return approvalOf(approved, maySeeAll ? executed : unseen(executed));
      },
      { context: facts.context, changesetUuid: stored.id },
    ),
  );
  return reply.then((answer) => {
    // A handler that now finds nothing to do has not written: what was shown is not what would happen.
    if (!isApplied) requireUnmoved(call.deps, stored, []);
    return answer;
  });
}

/** The reply without what the approver may not see, now or after the commit. */
function unseen({ committed, ...reply }: Reply): Reply {
  if (committed === undefined) return { ...reply, body: "null" };
  return { ...reply, body: "null", committed: () => committed().then(() => undefined) };
}

/** The changeset, and what the write answers where it is not proposed. */
function approvalOf(changeset: Changeset, { body, headers = {}, committed }: Reply): Reply {
  const result: unknown =
    typeof body === "string" || body instanceof Buffer ? JSON.parse(String(body)) : body;
  const cache = headers["cache-control"];
  const reply: Reply = {
    body: { ...changeset, result },
    ...(cache === undefined ? {} : { headers: { "cache-control": cache } }),
  };
  if (committed === undefined) return reply;
  return {
    ...reply,
    committed: async () => {
      const text = await committed();
      return text && JSON.stringify({ ...changeset, result: JSON.parse(text) as unknown });
    },
  };
}

/** If-Match has served its purpose: what was shown must be as it was in any case. */
function factsOf(call: Call<Deps>, proposer: Caller, stored: StoredChangeset): CallFacts {
  const { context, requestId, traceId } = call;
  return {
    caller: proposer,
    context: {
      ...context,
      tokenId: stored.token_id,
      actorType: stored.token_type,
      actorId: stored.actor_id,
      ...(proposer.sponsor_id !== undefined && { sponsorId: proposer.sponsor_id }),
      ...(stored.oauth_app === null ? {} : { oauthApp: stored.oauth_app }),
      familyId: stored.family_id ?? undefined,
      changeReason: stored.change_reason ?? undefined,
      door: stored.door ?? "",
    },
    requestId,
    traceId,
    ifMatch: undefined,
    isKnown: () => false,
  };
}

function requireUnmoved({ resources }: Deps, stored: StoredChangeset, changes: readonly Change[]): void {
  const conflicts = movedSince(resources, stored.operations ?? [], changes);
  if (conflicts.length === 0) return;
  throw changesetConflict("What the proposal would change has changed since. Propose it again.", conflicts);
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
    const decision = { status, by: deciderOf(call), reason: error.message } as const;
    const decided = await decideChangeset(tx, stored.id, decision);
    if (decided === undefined) return;
    const code = isInvalid || isOwnWord ? error.code : "changeset_conflict";
    const id = `${call.deps.service}_${stored.id}`;
    const self = isProposer(call.caller, stored);
    recordAct(tx, call.context, { act: "approve", id, outcome: "failed", code, self });
  });
  if (isInvalid || isOwnWord) return error;
  return changesetConflict(
    `It cannot be applied any more: ${error.message}`,
    allOf(stored.operations ?? [], error.message),
    error,
  );
}
