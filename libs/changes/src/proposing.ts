import type { Database } from "@jst/db";
import type { Preview, PreviewedCall, ProposedCall, ProposedSet, Reply, Writer } from "@jst/rpc";
import type { ChangesetOperation } from "../gen/rpc.ts";
import { recordAct } from "./audit.ts";
import { changesetJson } from "./changeset-json.ts";
import { changesetUuid, changesOf, type Change } from "./changes.ts";
import type { Deps } from "./deps.ts";
import { namesIn, readerOf } from "./names.ts";
import { noticeWaiting } from "./notices.ts";
import { proposedOperations, summaryOf, type ShownOperation } from "./operations.ts";
import { insertProposal } from "./queries.ts";
import { redacted, shownSummary } from "./redacted.ts";
import { resourceOf, type Names } from "./resource.ts";
import type { ApprovalRule } from "./rules/rule.ts";
import { outcomeOf, queuedBy, ruledBy, shownRule, verdictOf, type Ruled } from "./rules/ruled.ts";

export interface ProposingParts extends Pick<Deps, "service" | "resources" | "requests"> {
  database: Database;
  baseUrl: string;
}

const ACCEPTED = 202;
const noNames: Names = { before: () => [], after: () => [] };

/**
 * Makes proposals: the handler runs in a transaction that is rolled back with everything it deferred, so nothing of it
 * leaves; what it would have changed is stored with the request, and answered as a preview (trust.queued).
 */
export function proposing(parts: ProposingParts): (call: ProposedCall, ruled?: Ruled) => Promise<Reply> {
  return async (call, ruled) => {
    const { reply, changes, names } = await previewed(parts, call);
    const { leftOut = [], proposal: own } = reply;
    if (changes.length === 0 && own === undefined) return reply;
    const count = own?.set?.operations ?? changes.length;
    const rule = ruled && (await queuingRule(parts, ruled, changes, own?.set));
    return call.store(async (tx) => {
      const proposal = {
        rpc: call.rpc,
        request: parts.requests?.stored(call.input, tx.context.teamId) ?? call.input,
        // Notices have it, so it has no value.
        summary:
          own?.summary ?? summaryOf(parts.resources, changes, { names, has: "places", isProposed: true }),
        operations: changes,
        undoOf: own?.undoOf,
        set: own?.set,
        rule,
      };
      const stored = await insertProposal(tx, changesetUuid(tx.changesetId), proposal);
      for (const name of new Set(changes.map(({ resource }) => resource)))
        await resourceOf(parts.resources, name).proposed?.(tx, call.facts.caller.team);
      const { id, expires_at, operations } = changesetJson(
        { ...parts, viewer: { rights: call.facts.caller } },
        stored,
        changes,
        names,
      );
      await own?.set?.stored(tx, id);
      recordAct(tx, call.facts.context, { act: "propose", id });
      noticeWaiting(tx, parts, stored);
      return {
        status: ACCEPTED,
        // A proposal has not changed anything yet.
        isUnchanged: true,
        body: {
          queued: true,
          changeset_id: id,
          changeset_url: `${parts.baseUrl}/api/v1/changesets/${id}`,
          expires_at,
          ...(rule && { rule: shownRule(rule), message: rule.message }),
          preview: operations.map(previewOf),
          ...(operations.length < count || own?.set !== undefined ? { operation_count: count } : {}),
          ...(leftOut.length === 0 ? {} : { errors: leftOut }),
          ...own?.set?.shown,
        },
      };
    });
  };
}

/** Shows what a write would do: the same run as that of a proposal, of which nothing is stored. */
export function previewing(parts: ProposingParts & Pick<Deps, "rulesOf">): Preview {
  return async (call) => {
    const ruled = call.isJudged ? await ruledBy(parts, call.facts) : undefined;
    const { changes, names } = await previewed(parts, call);
    const nothing = call.isDirect ? "Runs at once and cannot be undone" : "Changes nothing";
    const viewer = { rights: call.facts.caller };
    const line = summaryOf(parts.resources, changes, { names, has: "values", isProposed: true });
    const named = { summary: line, changes, count: changes.length };
    const summary = changes.length === 0 ? nothing : shownSummary(parts.resources, viewer, named);
    const operations = proposedOperations(parts.resources, changes, names);
    const preview = redacted(parts.resources, viewer, operations).map(previewOf);
    const verdict = ruled && (await verdictNow(parts, ruled, changes));
    const isQueued = call.isQueued && changes.length > 0;
    const outcome = outcomeOf(verdict, { isQueued, canBeFreed: ruled?.canBeFreed === true });
    return { isUnchanged: true, body: { summary, preview, ...outcome } };
  };
}

/** Returns the rule that queues the proposal. Work in pages names it, as its changes here are the first ones alone. */
async function queuingRule(
  parts: ProposingParts,
  ruled: Ruled,
  changes: readonly Change[],
  set: ProposedSet | undefined,
): Promise<ApprovalRule | undefined> {
  if (set !== undefined) return ruled.rules.find(({ id }) => id === set.ruleId);
  return queuedBy((await verdictNow(parts, ruled, changes)) ?? ruled.verdict);
}

/** Returns the first rule that the write matches now. */
function verdictNow({ resources, database }: ProposingParts, ruled: Ruled, changes: readonly Change[]) {
  const { context } = ruled;
  return verdictOf(
    { resources, read: (statement) => database.read(context, statement) },
    ruled,
    changes,
    context,
  );
}

/** Changes that a write would make. */
export interface Previewed {
  changes: readonly Change[];
  names: Names;
}

/** Runs a write in a transaction that is rolled back, and answers what it would have changed. */
export async function previewed(
  { database, resources }: Pick<ProposingParts, "database" | "resources">,
  { run, facts }: Pick<PreviewedCall, "run" | "facts">,
): Promise<Previewed & { reply: Reply }> {
  let previewed: Previewed | undefined;
  const preview: Writer = async (work) => {
    if (previewed !== undefined) throw new Error("A write that can be proposed writes in one transaction.");
    const seen = await database.preview(facts.context, async (tx) => {
      tx.keepOpen();
      const reply = await work(tx);
      await tx.flush();
      const changes = await changesOf(tx);
      const own = { id: changesetUuid(tx.changesetId), changes, isPart: false };
      return { reply, changes, names: (await namesIn(resources, [own], readerOf(tx)))(own) };
    });
    previewed = seen;
    return seen.reply;
  };
  const reply = await run(preview);
  return { ...(previewed ?? { changes: [], names: noNames }), reply };
}

function previewOf({
  resource,
  id,
  op,
  before,
  after,
  redacted: isRedacted,
}: ShownOperation | ChangesetOperation): Record<string, unknown> {
  return {
    resource,
    ...(id === undefined ? {} : { id }),
    op,
    before,
    after,
    ...(isRedacted === true ? { redacted: true } : {}),
  };
}
