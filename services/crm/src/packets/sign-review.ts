import type { TeamTx } from "@jst/db";
import { AppError, validationFailed } from "@jst/errors";
import type { Handler, SignatureCreate } from "../../gen/rpc.ts";
import { lifecycle, refuseUnlessInReview, sign, type PacketCommand } from "./lifecycle.ts";
import { ownReviewer } from "./reviewers.ts";
import { isAnswered } from "./shown-answers.ts";
import { findSheet, type LockedPacket } from "./store.ts";

/** Signs the walkthrough and the sheet that were read, once, as the reviewer who is signed in (review.signature). */
export const signReview: Handler<"SignReview"> = ({ path, body }, call) => {
  const command: PacketCommand = {
    action: "packet.sign",
    refuse: refuseUnlessInReview,
    store: async (tx, packet) => {
      const reviewer = ownReviewer(packet, call.caller);
      await requireAsRead(tx, packet, reviewer, body);
      return sign(tx, packet, reviewer, body);
    },
  };
  return lifecycle.run(path.packet_id, command, call);
};

async function requireAsRead(
  tx: TeamTx,
  packet: LockedPacket,
  reviewer: string,
  { verdict, walkthrough_version: walkthrough, sheet_version: version }: SignatureCreate,
): Promise<void> {
  const current = packet.walkthrough_version;
  if (walkthrough !== current)
    throw goneOn("The review packet has a newer walkthrough. Read it again, then sign.", current);
  const sheet = await findSheet(tx, { packet: packet.id, reviewer });
  const saved = sheet?.version ?? 0;
  if (version !== saved)
    throw goneOn("Your answers were changed after you read them. Read them again, then sign.", saved);
  if (verdict !== "approve") return;
  const open = packet.items.filter(({ id, required }) => required && !isAnswered(sheet?.answers[id]));
  if (open.length === 0) return;
  const message = "This question is required. Answer it and save before you approve.";
  throw validationFailed(open.map(({ id }) => ({ field: `answers.${id}`, code: "required", message })));
}

function goneOn(detail: string, current: number): AppError {
  return new AppError("version_conflict", detail, { extension: { current_version: current } });
}
