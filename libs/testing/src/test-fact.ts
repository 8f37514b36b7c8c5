import { randomUUID } from "node:crypto";
import type { FactData, FactPayload, FactType, NoticeOver, NoticeWanted, ReceivedFact } from "@jst/events";

/** Makes a fact about an object as a consumer receives it. */
export function testFact<T extends FactType>(
  teamId: string,
  type: T,
  id: string,
  data: FactData<T>,
): ReceivedFact<T> {
  return {
    fact_id: randomUUID(),
    type,
    id,
    team_id: teamId,
    created_at: new Date().toISOString(),
    actor: { type: "system", id: null },
    changeset_id: null,
    data,
    traceparent: undefined,
  };
}

/** Makes the fact that a contact is merged into another, or that its merge has ended, as a consumer receives it. */
export function mergedFact(
  teamId: string,
  id: string,
  merged_into: string | null,
  version: number,
): ReceivedFact<"contact.merged"> {
  return testFact(teamId, "contact.merged", id, { merged_into, version });
}

/** A fact about notices with its data: a notice that is wanted, or the end of some. */
export type NoticeFact = { actor: { type: string; id: string | null } } & (
  | { wanted: NoticeWanted }
  | { over: NoticeOver }
);

/** Reads the fact about notices of an outbox row; undefined for another row. */
export function noticeFactOf(row: { type: string; payload: string }): NoticeFact | undefined {
  if (row.type !== "notice.wanted" && row.type !== "notice.over") return undefined;
  const fact = JSON.parse(row.payload) as FactPayload<"notice.wanted" | "notice.over">;
  const { actor } = fact;
  return fact.type === "notice.wanted" ? { actor, wanted: fact.data } : { actor, over: fact.data };
}
