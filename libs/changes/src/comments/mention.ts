import type { TeamTx } from "@jst/db";
import { wantNotice, type NoticePublisher } from "@jst/events";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { bareSummary } from "../redacted.ts";
import { OPERATIONS_SHOWN } from "../operations.ts";
import type { StoredChangeset } from "../queries.ts";
import { shownChanges } from "../shown-changes.ts";

/** Members whom a comment on a changeset mentions. */
export interface Mention {
  service: NoticePublisher;
  members: readonly string[];
  /** Id of the changeset as answers show it. */
  id: string;
  title: string;
}

/**
 * Describes what the members are to be notified of. The title names nothing: they may not be allowed to read what the
 * changeset is about.
 */
export async function mentionOf(
  call: Pick<Call<Deps>, "read" | "caller" | "deps">,
  stored: StoredChangeset,
  members: readonly string[],
): Promise<Mention> {
  const { service, resources } = call.deps;
  const { changes, count } = await shownChanges(call, stored, { after: 0, limit: OPERATIONS_SHOWN });
  const title = `A comment mentions you: ${bareSummary(resources, changes, count)}`;
  return { service, members, id: `${service}_${stored.id}`, title };
}

/** Has the members notified with the comment, but the one who wrote it. */
export function noticeMention(tx: TeamTx, { service, members, id, title }: Mention): void {
  const { actorType, actorId } = tx.context;
  wantNotice(tx, service, {
    kind: "mentioned",
    to: { members, except: [actorId] },
    title,
    path: `/console/approvals/${id}`,
    subject: { type: "changeset", id },
    actor: { type: actorType, id: actorId },
  });
}
