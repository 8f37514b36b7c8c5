import type { Statement, TeamTx } from "@jst/db";
import type { FactPublisher } from "./fact-catalogue.ts";
import { factStatement, publishFact, type Fact, type FactCause } from "./facts.ts";
import type { NoticeOver, NoticeWanted } from "./notice-kinds.ts";

/** Service that has members notified of what waits in it. */
export type NoticePublisher = FactPublisher<"notice.wanted" | "notice.over">;

/** Has the members notified with the write: both are committed or neither is. */
export function wantNotice(tx: TeamTx, from: NoticePublisher, notice: NoticeWanted): void {
  publishFact(tx, wantedFact(from, notice));
}

/** Returns the statement that has the members notified, for a transaction that belongs to no team. */
export function noticeStatement(from: NoticePublisher, cause: FactCause, notice: NoticeWanted): Statement {
  return factStatement(cause, wantedFact(from, notice));
}

/** Turns the notices that ask for something about the subject read, with the write. */
export function endNotices(tx: TeamTx, from: NoticePublisher, over: NoticeOver): void {
  publishFact(tx, { from, type: "notice.over", id: over.subject.id, data: over });
}

function wantedFact(from: NoticePublisher, notice: NoticeWanted): Fact {
  return { from, type: "notice.wanted", id: notice.subject.id, data: notice };
}
