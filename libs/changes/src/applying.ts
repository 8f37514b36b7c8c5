import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { Changeset } from "../gen/rpc.ts";
import { recordAct } from "./audit.ts";
import { etagOf, namedChangeset } from "./changeset-json.ts";
import { changesOf, type Change } from "./changes.ts";
import { changesetConflict } from "./conflicts.ts";
import { completeVotes } from "./deciding/approving.ts";
import type { Decision } from "./deciding/decider.ts";
import { countApproved } from "./deciding/decision-rule.ts";
import { storedStanding, type Standing } from "./deciding/standing.ts";
import type { Deps } from "./deps.ts";
import { allOf, movedSince } from "./moved-since.ts";
import { readerOf } from "./names.ts";
import { noticeDecided } from "./notices.ts";
import { notPending } from "./pending.ts";
import { factsOf, type Proposal } from "./proposal.ts";
import { decideChangeset } from "./decisions.ts";
import type { StoredChangeset } from "./queries.ts";
import { maySee } from "./redacted.ts";
import { deciderOf } from "./settle.ts";
import { lockVersion } from "./versions.ts";

/** Judges what the write of a proposal changes, in its transaction; throws to keep it from happening. */
export type Judge = (changes: readonly Change[], tx?: TeamTx) => Promise<void> | void;

/**
 * Runs the write of a proposal as its proposer, in one transaction with the decision. `judge` sees what it has changed;
 * a write that changes nothing is judged too, by no changes and without a transaction.
 */
export async function applyProposal(
  call: Call<Deps>,
  proposal: Proposal,
  decision: Pick<Decision, "rules" | "hand" | "standing">,
  judge: Judge,
): Promise<Reply> {
  const { stored, request, write } = proposal;
  const facts = factsOf(call, proposal);
  const outcome = { isApplied: false };
  const answer = await write.run(request, facts, (work) =>
    call.write(
      async (tx) => {
        tx.keepOpen();
        const current = await lockVersion(tx, stored);
        const executed = await work(tx).catch((error: unknown) => {
          throw asConflict(error, stored);
        });
        await tx.flush();
        const changes = await changesOf(tx);
        await judge(changes, tx);
        await countApproved(tx, call.deps, decision, changes);
        const { standing } = decision;
        await completeVotes(call, tx, current, standing);
        const reply = await decided(call, tx, { stored, changes, executed, standing });
        outcome.isApplied = true;
        return reply;
      },
      { context: facts.context, changesetUuid: stored.id },
    ),
  );
  // A handler that now finds nothing to do has not written: what was shown is not what would happen.
  if (!outcome.isApplied) await judge([]);
  return answer;
}

/** Returns the refusal of a version that the write itself names as a conflict: it is not that of the proposal. */
function asConflict(error: unknown, { operations }: StoredChangeset): unknown {
  if (!(error instanceof AppError && error.code === "version_conflict")) return error;
  return changesetConflict(
    `The proposal can no longer be applied: ${error.message}`,
    allOf(operations ?? [], error.message),
    error,
  );
}

interface Executed {
  stored: StoredChangeset;
  changes: readonly Change[];
  /** Reply of the write. */
  executed: Reply;
  standing: Standing;
}

/** Ends the proposal in the transaction of its write, and answers both. */
async function decided(
  call: Call<Deps>,
  tx: TeamTx,
  { stored, changes, executed, standing }: Executed,
): Promise<Reply> {
  const decision = { status: "executed", by: deciderOf(call), approval: storedStanding(standing) } as const;
  const changeset = await decideChangeset(tx, stored.id, decision);
  if (changeset === undefined) throw notPending("expired");
  const { resources } = call.deps;
  const viewer = { rights: call.caller };
  const approved = await namedChangeset({ ...call.deps, viewer }, changeset, changes, readerOf(tx));
  recordAct(tx, call.context, { act: "approve", id: approved.id, self: approved.self });
  noticeDecided(tx, call.deps, changeset, decision);
  const maySeeAll = changes.every(({ resource }) => maySee(resources, viewer, resource));
  return approvalOf(approved, maySeeAll ? executed : unseen(executed));
}

/** Throws 409 changeset_conflict where the changes are not those that the proposal was shown to make. */
export function requireUnmoved(
  { resources }: Deps,
  stored: StoredChangeset,
  changes: readonly Change[],
): void {
  // The work of a set is judged page by page as it runs.
  if (stored.kind === "set") return;
  const conflicts = movedSince(resources, stored.operations ?? [], changes);
  if (conflicts.length === 0) return;
  throw changesetConflict(
    "The data was changed after this proposal was made. Send the change again as a new proposal.",
    conflicts,
  );
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
    headers: { ...etagOf(changeset), ...(cache === undefined ? {} : { "cache-control": cache }) },
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
