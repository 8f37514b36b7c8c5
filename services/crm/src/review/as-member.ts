import { platformContext } from "@jst/rpc";
import type { TeamContext, TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { auditStatement } from "@jst/events";
import type { InternalCall } from "@jst/rpc";
import { foldedEmail } from "@jst/values/email";
import type { Reviewer } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { entryOf } from "./entry.ts";

/** One write of a review. */
export interface ReviewWrite {
  teamId: string;
  /** Verb of the audit log: "sign". */
  action: string;
  work: (tx: TeamTx) => Promise<string>;
}

/**
 * Runs a write of a review packet in one transaction with its entry in the audit log, and answers the packet's id. The
 * operator stands in for a member: what is written is the platform's.
 */
export async function writeReview({ teamId, action, work }: ReviewWrite, call: InternalCall<Deps>) {
  const context: TeamContext = platformContext(teamId, call);
  const { result: id } = await call.deps.database.write(context, async (tx) => {
    const packetId = await work(tx);
    const actor = { ...tx.context, actorId: null, tokenId: null };
    tx.defer(auditStatement(actor, { ...entryOf(action, packetId), changesetId: tx.changesetId }));
    return packetId;
  });
  return { body: { id } };
}

/** The reviewer with this e-mail address; 422 at `reviewer` for anybody else. */
export function reviewerOf({ reviewers }: { reviewers: readonly Reviewer[] }, email: string): Reviewer {
  const wanted = foldedEmail(email.trim());
  const found = reviewers.find(({ name }) => foldedEmail(name) === wanted);
  if (found !== undefined) return found;
  const message = "The packet has no reviewer with this e-mail address.";
  throw validationFailed([{ field: "reviewer", code: "not_found", message }]);
}
