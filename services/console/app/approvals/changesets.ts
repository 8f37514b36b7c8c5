import { answered, everyPage, isQueued } from "@jst/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isRefusal } from "../answers.ts";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";
import { notifyProposals } from "../parts/queued.tsx";
import type { Tint } from "../parts/tints.ts";
import { ifVersion, useWriting, type Write, type WriteKey } from "../parts/writing.ts";
import type { Session } from "../session/session.ts";
import { isForPasskey, isSteppedUp } from "../session/step-up.ts";

export type Changeset = Schemas["Changeset"];
export type Comment = Schemas["ChangesetComment"];
export type Status = Changeset["status"];

/** Tint of each status. */
export const TINTS: Readonly<Record<Status, Tint>> = {
  queued: "amber",
  executed: "green",
  rejected: "grey",
  withdrawn: "grey",
  expired: "grey",
  conflicted: "orange",
  failed: "red",
  undone: "violet",
};

/** How soon what somebody else proposes or decides is seen. */
const EVERY_MS = 4_000;

/** The time of the decision about a change, or of the change itself where nobody decided. */
const decidedAt = ({ decided_at: decided, executed_at: executed, created_at: made }: Changeset): number =>
  Date.parse(decided ?? executed ?? made);

/** Proposals and changes of a status, always those of now: on a page the newest decision comes first. */
export const changesetsOf = (status: Status) => ({
  queryKey: ["changesets", status],
  read: (at: At) => answered(api.GET("/api/v1/changesets", { params: { query: { status, ...at } } })),
  items: ({ changesets }: Schemas["ChangesetList"]) =>
    changesets.toSorted((one, other) => decidedAt(other) - decidedAt(one)),
  everyMs: EVERY_MS,
});

/**
 * Reads one with what it changes, as far as one answer goes: `after` says how many operations come before.
 */
export function useChangeset(id: string, after: number) {
  return useQuery({
    ...changesetAt(id, after),
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: EVERY_MS,
  });
}

/** Query of a change with its operations behind the number. */
export const changesetAt = (id: string, after: number) => ({
  queryKey: ["changeset", id, { after }],
  queryFn: () => {
    const params = { ...pathOf(id), query: { operations_after: after } };
    return answered(api.GET("/api/v1/changesets/{changeset_id}", { params }));
  },
});

/** Reads an edited proposal as its proposer sent it. */
export function useFirstVersion(id: string) {
  return useQuery({
    queryKey: ["changeset", id, { version: 1 }],
    queryFn: () => {
      const params = { ...pathOf(id), query: { version: 1 } };
      return answered(api.GET("/api/v1/changesets/{changeset_id}", { params }));
    },
    staleTime: Infinity,
  });
}

const COMMENTS_OF_A_PAGE = 200;

/** All comments on a change, once they are wanted. */
export function useEveryComment(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: ["changeset", id, "comments"],
    queryFn: async () => {
      const all: Comment[] = [];
      const pages = everyPage((at) => {
        const params = { ...pathOf(id), query: { limit: COMMENTS_OF_A_PAGE, ...at } };
        return answered(api.GET("/api/v1/changesets/{changeset_id}/comments", { params }));
      });
      for await (const { comments } of pages) all.push(...comments);
      return all;
    },
    enabled: isWanted,
    gcTime: 0,
    refetchInterval: EVERY_MS,
  });
}

/** Adds a comment, once. */
export const useCommenting = (id: string, onDone: () => void) =>
  useWriting({
    send: (body: Schemas["ChangesetCommentCreate"], header) => {
      const params = { ...pathOf(id), header };
      return answered(api.POST("/api/v1/changesets/{changeset_id}/comments", { params, body }));
    },
    touches: [["changeset", id]],
    onDone,
  });

/**
 * Tests whether the signed-in person may decide as an approver. The proposal is of somebody else, or its rule lets the
 * proposer decide, or nobody else may.
 */
export function mayDecideOn(session: Session, { status, proposed_by: by, approval }: Changeset): boolean {
  const { id, role } = session.member;
  const isSecond = by.id !== id || approval?.self === true;
  return status === "queued" && isSecond && isApprover({ id, role }, approval);
}

/** Tests whether the approval of the signed-in person counts already. */
export const hasApproved = ({ member }: Session, { approval }: Pick<Changeset, "approval">): boolean =>
  approval?.approvals.some(({ by }) => by.id === member.id) === true;

/** Tests whether the approval of the signed-in person would count: it did not yet, and the data is as it was. */
export const mayApprove = (session: Session, changeset: Changeset): boolean =>
  mayDecideOn(session, changeset) && changeset.stale !== true && !hasApproved(session, changeset);

function isApprover(
  { id, role }: Pick<Session["member"], "id" | "role">,
  approval: Changeset["approval"],
): boolean {
  if (approval === undefined || role === "viewer") return false;
  const { roles, members } = approval.approvers;
  return roles.includes(role) || members.includes(id);
}

/** Decision of a person about a change set, over the version that was shown. */
export type Decision =
  | { verb: "approve"; version: number | undefined; body?: Record<string, unknown> }
  | { verb: "reject"; version: number | undefined; reason: string }
  | { verb: "withdraw" }
  | { verb: "undo"; force: boolean };

/** Decides, once, also when it is sent again after its reply got lost (console.decisions). */
export const useDecision = (id: string) =>
  useWriting({
    send: (decision: Decision, header) => decide(id, decision, header),
    touches: [["changesets"], ["changeset", id]],
  });

/** An own act that can be taken back. */
export interface OwnAct {
  /** Its changes in their order. */
  ids: readonly string[];
  /** Whether the act is a proposal, which is withdrawn. */
  isProposal: boolean;
  /** Key of the undo: an undo that nobody answered is done once, however often a person repeats it. */
  key: string;
}

interface UndoingOf extends Pick<Write<string, UndoneAct | undefined>, "onDone" | "onRefused"> {
  turn: string;
  /** Finds an act once its turn has come, by the name of its undo. */
  actOf: (name: string) => OwnAct | undefined;
}

/** Undoes acts in their turn. */
export const useUndoing = ({ turn, actOf, ...on }: UndoingOf) =>
  useWriting({
    ...on,
    send: async (name: string): Promise<UndoneAct | undefined> => {
      const act = actOf(name);
      if (act === undefined) return undefined;
      const header = { "Idempotency-Key": act.key };
      if (!act.isProposal) return undoAct(act.ids, header);
      for (const id of act.ids) await decide(id, { verb: "withdraw" }, header);
      return { waiting: [], refused: [] };
    },
    touches: [["rows"], ["changesets"]],
    turn,
  });

/** Outcome of the undo of an act. */
export interface UndoneAct {
  /** Proposals of undos that wait for approval. */
  waiting: readonly Schemas["QueuedWrite"][];
  /** Changes of the act that were not undone; the undo of a single change throws instead. */
  refused: readonly { id: string; error: Error }[];
}

/** Undoes the changes of an act, the last first; a refused one does not keep the others. */
export async function undoAct(ids: readonly string[], header: WriteKey): Promise<UndoneAct> {
  const waiting: Schemas["QueuedWrite"][] = [];
  const refused: { id: string; error: Error }[] = [];
  for (const id of ids.toReversed()) {
    // Each part has a key of its own, so that a repeated undo makes none twice.
    const key = { "Idempotency-Key": `${header["Idempotency-Key"]} ${id}` };
    try {
      const done = await undoChange(id, false, key);
      if (isQueued(done)) waiting.push(done);
    } catch (error) {
      if (!(error instanceof Error) || ids.length === 1 || !isRefusal(error)) throw error;
      refused.push({ id, error });
    }
  }
  notifyProposals(waiting);
  return { waiting, refused };
}

/** Undoes a change; with force, over later edits of the same fields. */
export function undoChange(id: string, force: boolean, header: WriteKey) {
  const params = { ...pathOf(id), header };
  const body = force ? { force } : {};
  return answered(api.POST("/api/v1/changesets/{changeset_id}/undo", { params, body }));
}

/** Many decisions of one kind, each over the version that was shown. */
export interface ManyDecisions {
  decision: "approve" | "reject";
  items: { id: string; version?: number }[];
  reason?: string;
}

/** Decides on many, each once and as if alone (trust.decide-many). */
export const useManyDecisions = () =>
  useWriting({
    send: async (body: ManyDecisions, header) => {
      const decide = () => answered(api.POST("/api/v1/changesets:decide", { params: { header }, body }));
      const first = await decide();
      const needsPasskey = first.results.some(({ problem }) => isForPasskey(problem));
      // Under the same key, what is done stays as it is.
      return needsPasskey && (await isSteppedUp()) ? decide() : first;
    },
    touches: [["changesets"], ["changeset"]],
  });

const ifShown = (version: number | undefined) => (version === undefined ? {} : ifVersion(version));

function decide(id: string, decision: Decision, header: WriteKey): Promise<unknown> {
  const params = { ...pathOf(id), header };
  switch (decision.verb) {
    case "approve": {
      const body = decision.body === undefined ? {} : { body: decision.body };
      const over = { ...params, header: { ...header, ...ifShown(decision.version) } };
      return answered(api.POST("/api/v1/changesets/{changeset_id}/approve", { params: over, body }));
    }
    case "reject": {
      const body = decision.reason === "" ? {} : { reason: decision.reason };
      const over = { ...params, header: { ...header, ...ifShown(decision.version) } };
      return answered(api.POST("/api/v1/changesets/{changeset_id}/reject", { params: over, body }));
    }
    case "withdraw":
      return answered(api.POST("/api/v1/changesets/{changeset_id}/withdraw", { params, body: {} }));
    case "undo":
      return undoChange(id, decision.force, header);
  }
}

const pathOf = (id: string) => ({ path: { changeset_id: id } });
