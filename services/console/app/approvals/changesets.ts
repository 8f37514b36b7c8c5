import { answered, everyPage, isQueued } from "@jst/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import type { At } from "../parts/listing.tsx";
import { useWriting, type WriteKey } from "../parts/writing.ts";

export type Changeset = Schemas["Changeset"];
export type Comment = Schemas["ChangesetComment"];
export type Status = Changeset["status"];

/** How soon what somebody else proposes or decides is seen. */
const EVERY_MS = 4_000;

/** Proposals and changes of a status, newest first; always those of now. */
export const changesetsOf = (status: Status) => ({
  queryKey: ["changesets", status],
  read: (at: At) => answered(api.GET("/api/v1/changesets", { params: { query: { status, ...at } } })),
  items: ({ changesets }: Schemas["ChangesetList"]) => changesets,
  everyMs: EVERY_MS,
});

/** One of them, with what it changes, as far as one answer goes: `after` says how many operations come before. */
export function useChangeset(id: string, after: number) {
  return useQuery({
    queryKey: ["changeset", id, { after }],
    queryFn: () => {
      const params = { ...pathOf(id), query: { operations_after: after } };
      return answered(api.GET("/api/v1/changesets/{changeset_id}", { params }));
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: EVERY_MS,
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

/** Decision of a person about a change set. */
export type Decision =
  | { verb: "approve" }
  | { verb: "reject"; reason: string }
  | { verb: "withdraw" }
  | { verb: "undo"; force: boolean };

/** Decides, once, also when it is sent again after its reply got lost (console.decisions). */
export const useDecision = (id: string) =>
  useWriting({
    send: (decision: Decision, header) => decide(id, decision, header),
    touches: [["changesets"], ["changeset", id]],
  });

/** Undoes a change without force; whatever is shown may have changed by it. An undo that waits is not done. */
export const useUndo = (id: string, onDone?: () => void) =>
  useWriting({
    send: (_nothing: undefined, header) => undo(id, false, header),
    touches: [[]],
    onDone: (result) => {
      if (!isQueued(result)) onDone?.();
    },
  });

function undo(id: string, force: boolean, header: WriteKey) {
  const params = { ...pathOf(id), header };
  const body = force ? { force } : {};
  return answered(api.POST("/api/v1/changesets/{changeset_id}/undo", { params, body }));
}

function decide(id: string, decision: Decision, header: WriteKey): Promise<unknown> {
  const params = { ...pathOf(id), header };
  switch (decision.verb) {
    case "approve":
      return answered(api.POST("/api/v1/changesets/{changeset_id}/approve", { params, body: {} }));
    case "reject": {
      const body = decision.reason === "" ? {} : { reason: decision.reason };
      return answered(api.POST("/api/v1/changesets/{changeset_id}/reject", { params, body }));
    }
    case "withdraw":
      return answered(api.POST("/api/v1/changesets/{changeset_id}/withdraw", { params, body: {} }));
    case "undo":
      return undo(id, decision.force, header);
  }
}

const pathOf = (id: string) => ({ path: { changeset_id: id } });
