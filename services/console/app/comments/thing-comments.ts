import { answered, everyPage } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { useWriting } from "../parts/writing.ts";

export type ThingComment = Schemas["ThingComment"];

/** Thing that people comment on, by its noun in the API. */
export interface CommentedThing {
  resource: string;
  id: string;
  /** Table of a row. */
  tableId?: string;
}

/** Comment as a form writes it. */
export interface WrittenComment {
  text: string;
  mentions: string[];
}

/** First comment with its replies, the oldest first. */
export interface Thread {
  first: ThingComment;
  replies: readonly ThingComment[];
}

/** How soon what somebody else writes is seen. */
const EVERY_MS = 5_000;
const COMMENTS_OF_A_PAGE = 200;

const keyOf = ({ resource, id }: CommentedThing) => ["comments", resource, id];
const namesOf = ({ resource, id, tableId }: CommentedThing) => ({
  resource,
  resource_id: id,
  ...(tableId === undefined ? {} : { table_id: tableId }),
});

/** Reads every comment on a thing, oldest first, always those of now. */
export function useThingComments(of: CommentedThing) {
  return useQuery({
    queryKey: keyOf(of),
    queryFn: async () => {
      const all: ThingComment[] = [];
      const pages = everyPage((at) => {
        const query = { ...namesOf(of), limit: COMMENTS_OF_A_PAGE, ...at };
        return answered(api.GET("/api/v1/comments", { params: { query } }));
      });
      for await (const { comments } of pages) all.push(...comments);
      return all;
    },
    refetchInterval: EVERY_MS,
  });
}

/** Groups comments into their threads, in the order of their first comments. */
export function threadsOf(comments: readonly ThingComment[]): Thread[] {
  const replies = Map.groupBy(comments, ({ parent_id: parent }) => parent);
  return (replies.get(null) ?? []).map((first) => ({ first, replies: replies.get(first.id) ?? [] }));
}

/** Adds a comment, or a reply to one, once. */
export const useAdding = (of: CommentedThing, parent: string | null, onDone: () => void) =>
  useWriting({
    send: (written: WrittenComment, header) => {
      const body = { ...namesOf(of), parent_id: parent, ...written };
      return answered(api.POST("/api/v1/comments", { params: { header }, body }));
    },
    touches: [keyOf(of)],
    onDone,
  });

/** Changes the text and the mentions of a comment, once. */
export const useChanging = (of: CommentedThing, { id }: ThingComment, onShown: () => void) =>
  useWriting({
    send: (body: WrittenComment, header) => {
      const params = { path: { comment_id: id }, header };
      return answered(api.PATCH("/api/v1/comments/{comment_id}", { params, body }));
    },
    touches: [keyOf(of)],
    onShown,
  });

/** Words and request of an act on a comment. */
export const actsOn = (of: CommentedThing, { id }: ThingComment) => ({
  touches: [keyOf(of)],
  resolve: (resolved: boolean) => (header: { "Idempotency-Key": string }) => {
    const params = { path: { comment_id: id }, header };
    return answered(api.PATCH("/api/v1/comments/{comment_id}", { params, body: { resolved } }));
  },
  remove: (header: { "Idempotency-Key": string }) => {
    const params = { path: { comment_id: id }, header };
    return answered(api.DELETE("/api/v1/comments/{comment_id}", { params }));
  },
});
