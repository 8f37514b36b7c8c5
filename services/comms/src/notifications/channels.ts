import { noticeKinds, type NoticeKind } from "@jst/events";

/** Way by which a notice reaches a member. */
export type Channel = "in_app" | "email";

const both: readonly Channel[] = ["in_app", "email"];

/** Kinds whose default is not both channels. */
const defaults: Partial<Record<NoticeKind, readonly Channel[]>> = {
  proposal_decided: ["in_app"],
  import_done: ["in_app"],
};

/** Every kind of notice, in the order of its catalogue. */
export const kinds = Object.keys(noticeKinds) as NoticeKind[];

/** Returns the channels of a kind that the member has not set; a kind of a later release has both. */
export function defaultChannels(kind: string): readonly Channel[] {
  return defaults[kind as NoticeKind] ?? both;
}

/** Kinds of notices that turn read when their subject is over. */
export const waitingKinds: readonly string[] = kinds.filter((kind) => noticeKinds[kind].isWaiting);
