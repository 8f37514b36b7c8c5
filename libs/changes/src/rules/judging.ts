import { asAppError } from "@jst/errors";
import { recordAudit } from "@jst/events";
import {
  ProposalNeeded,
  type JudgedCall,
  type JudgeWrite,
  type ProposedCall,
  type Reply,
  type Writer,
} from "@jst/rpc";
import { changesOf } from "../changes.ts";
import type { Deps } from "../deps.ts";
import { countExecuted } from "./counts.ts";
import { judge, type Verdict } from "./judge.ts";
import { judgedOperations } from "./operations.ts";
import { canStop, queuedBy, ruledBy, type Ruled } from "./ruled.ts";

type JudgingParts = Pick<Deps, "resources" | "rulesOf" | "database"> & {
  propose: (call: ProposedCall, ruled: Ruled) => Promise<Reply>;
};

/**
 * Judges writes by what they change, in their own transaction and before its commit: a write that does not run is
 * rolled back, and then proposed or refused (rules.judging).
 */
export function judging(parts: JudgingParts): JudgeWrite {
  return async (call) => {
    const ruled = await ruledBy(parts, call.facts);
    if (ruled === undefined || !canDiffer(ruled, call)) return undefined;
    try {
      return await ruledReply(parts, call, ruled);
    } catch (thrown) {
      if (asAppError(thrown).code === "rule_refused") await recordRefused(parts, call);
      throw thrown;
    }
  };
}

/** False where the matrix decides the same whatever the rules say, and nothing is counted. */
function canDiffer({ rules }: Ruled, { isQueued }: JudgedCall): boolean {
  return isQueued || canStop(rules);
}

async function ruledReply(parts: JudgingParts, call: JudgedCall, ruled: Ruled): Promise<Reply> {
  // A write that waits in any case is run once, as a proposal.
  const mayRun = !call.isQueued || (ruled.canBeFreed && ruled.rules.some(({ outcome }) => outcome === "run"));
  if (!mayRun) return parts.propose(call, ruled);
  const outcome = await attempt(parts, call, ruled);
  if (outcome.reply !== undefined) return outcome.reply;
  queuedBy(outcome.verdict);
  return parts.propose(call, { ...ruled, verdict: outcome.verdict });
}

/** Outcome of a run: its reply, or the verdict by which it was rolled back. */
type Attempt = { reply: Reply } | { reply?: undefined; verdict: Verdict | undefined };

/** Runs the write and commits it if it runs by what it changes. */
async function attempt(parts: JudgingParts, call: JudgedCall, ruled: Ruled): Promise<Attempt> {
  let stopped: Stopped | undefined;
  const writer: Writer = (work, as) =>
    call.store(async (tx) => {
      stopped = undefined;
      tx.keepOpen();
      const reply = await work(tx);
      await tx.flush();
      const operations = judgedOperations(parts.resources, await changesOf(tx));
      const counts = await countExecuted(tx, ruled.rules, ruled.hand, operations);
      const verdict = judge(ruled.rules, ruled.hand, operations, counts);
      const runs = call.isQueued ? verdict?.outcome === "run" : (verdict?.outcome ?? "run") === "run";
      if (runs) return reply;
      stopped = new Stopped(verdict);
      throw stopped;
    }, as);
  try {
    const reply = await call.run(writer);
    // Work in pages that a rule stops describes its proposal.
    if (reply.proposal?.set !== undefined) return { verdict: undefined };
    return stopped === undefined ? { reply } : stopped;
  } catch (thrown) {
    if (thrown instanceof ProposalNeeded) return { verdict: undefined };
    if (stopped === undefined) throw thrown;
    return stopped;
  }
}

/** Rolls a run back; a handler does not take it for a refusal. */
class Stopped extends Error {
  readonly reply = undefined;
  readonly verdict: Verdict | undefined;

  constructor(verdict: Verdict | undefined) {
    super("rules of the team do not let this write run");
    this.verdict = verdict;
  }
}

/** Records the refusal in a write of its own: nothing of the refused one is stored. */
async function recordRefused({ database }: JudgingParts, { facts, right }: JudgedCall): Promise<void> {
  await database.write(facts.context, (tx) => {
    recordAudit(tx, {
      action: right.resource === "" ? "changeset.undo" : right.action,
      resource: right.resource === "" ? "changesets" : right.resource,
      resourceId: null,
      outcome: "denied",
      changesetId: null,
      code: "rule_refused",
    });
    return Promise.resolve();
  });
}
