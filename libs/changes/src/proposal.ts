import { requireModuleOn, requireRight, type Caller, type Door } from "@jst/caller";
import { AppError, asAppError } from "@jst/errors";
import type { AnyInput, Call, CallFacts } from "@jst/rpc";
import type { Deps, StoredWrite } from "./deps.ts";
import type { StoredChangeset } from "./queries.ts";

/** A proposal with all that is needed to run it again. */
export interface Proposal {
  stored: StoredChangeset;
  request: AnyInput;
  write: StoredWrite;
  proposer: Caller;
}

/** Reads who proposes now; 403 when that token may no longer do what it proposed, and the proposal stays queued. */
export async function proposalOf(call: Call<Deps>, stored: StoredChangeset): Promise<Proposal> {
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
export function requireProposerRight(proposer: Caller, write: StoredWrite, request: AnyInput): void {
  try {
    // An undo asks by itself for the right to write all that it takes back.
    if (write.resource !== "") requireRight(proposer, write.resource, write.action);
    write.requireReach(proposer, request);
  } catch (thrown) {
    const { code, extension } = asAppError(thrown);
    const why =
      code === "viewer_read_only"
        ? "The proposer now has the role viewer, which can only read."
        : `The proposer no longer has the right ${String(extension["required_scope"])}.`;
    const todo = "Give the proposer this right or role again and approve, or reject the proposal.";
    throw new AppError(code, `${why} ${todo}`, { extension, cause: thrown });
  }
}

/**
 * Facts of the call that runs the write as its proposer. If-Match has served its purpose: what was shown must be as it
 * was in any case.
 */
export function factsOf(call: Call<Deps>, { proposer, stored }: Proposal): CallFacts {
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
    approves: stored.id,
  };
}
