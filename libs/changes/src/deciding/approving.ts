import { actorIdOf } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import type { Call, Reply } from "@jst/rpc";
import { recordAct } from "../audit.ts";
import { etagOf, namedChangeset } from "../changeset-json.ts";
import type { Deps } from "../deps.ts";
import { lockChangeset } from "../decisions.ts";
import { readerOf } from "../names.ts";
import { endWaiting } from "../notices.ts";
import { only, type StoredChangeset } from "../queries.ts";
import { lockVersion } from "../versions.ts";
import { isComplete, type Standing } from "./standing.ts";
import { discountVotes, insertVote } from "./votes.ts";

/** Thrown out of a transaction, of which nothing stays: another approval has made this one the last. */
class IsLast extends Error {}

/**
 * Stores an approval that is not the last, and answers the proposal, which stays queued (rules.votes). Undefined where
 * this approval is the last, which executes the proposal. A member who approves once more has one approval.
 */
export async function approveInPart(
  call: Call<Deps>,
  stored: StoredChangeset,
  standing: Standing,
): Promise<Reply | undefined> {
  const memberId = actorIdOf(call.caller);
  if (isComplete(stored.votes, memberId, standing)) return undefined;
  try {
    return await call.write(
      async (tx) => {
        await lockVersion(tx, stored);
        // A statement that waits for the lock sees the approvals of before its wait; the next one sees them all.
        const current = only(await lockChangeset(tx, stored.id));
        if (isComplete(current.votes, memberId, standing)) throw new IsLast();
        return voted(call, tx, current, standing);
      },
      { context: call.context, changesetUuid: stored.id },
    );
  } catch (thrown) {
    if (thrown instanceof IsLast) return undefined;
    throw thrown;
  }
}

/** Stores the caller's approval of a locked proposal in its present version, and answers it. */
export async function voted(
  call: Call<Deps>,
  tx: TeamTx,
  { id }: StoredChangeset,
  standing: Standing,
): Promise<Reply> {
  const { deps, caller, context } = call;
  const isNew = await addVote(call, tx, id);
  const next = only(await lockChangeset(tx, id));
  if (isNew) {
    recordAct(tx, context, { act: "vote", id: `${deps.service}_${id}` });
    endWaiting(tx, deps, next, [actorIdOf(caller)]);
  }
  const showing = { ...deps, viewer: { rights: caller }, standingOf: () => standing };
  const body = await namedChangeset(showing, next, next.operations ?? [], readerOf(tx));
  return { isUnchanged: !isNew, body: { ...body }, headers: etagOf(body) };
}

/** Stores the last approval beside the others, of which those that no longer count are marked. */
export async function completeVotes(
  call: Call<Deps>,
  tx: TeamTx,
  stored: StoredChangeset,
  standing: Standing,
): Promise<void> {
  if (standing.rule === undefined && stored.votes.length === 0) return;
  await addVote(call, tx, stored.id);
  await discountVotes(tx, stored, standing.eligible);
}

function addVote({ caller }: Call<Deps>, tx: TeamTx, id: string): Promise<boolean> {
  const { token_type: actorType, token_id: tokenId } = caller;
  return insertVote(tx, { id }, { memberId: actorIdOf(caller), actorType, tokenId });
}
