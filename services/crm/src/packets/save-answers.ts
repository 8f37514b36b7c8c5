import { isSameJson, replyOf, requireId, requireVersion } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { requireAnswers } from "./answer-faults.ts";
import { lifecycle, refuseUnlessInReview } from "./lifecycle.ts";
import { ownReviewer } from "./reviewers.ts";
import { sheetOf } from "./shown-answers.ts";
import { findSheet, saveSheet } from "./store.ts";

/** Saves what the reviewer who is signed in has answered, over the sheet that was read (review.sheets). */
export const saveAnswers: Handler<"SaveAnswers"> = ({ path, body: { answers } }, call) =>
  call.write(async (tx) => {
    const packet = await lifecycle.lock(tx, requireId(path.packet_id), { scope: undefined });
    lifecycle.requireAllowed(packet, { refuse: refuseUnlessInReview });
    const reviewer = ownReviewer(packet, call.caller);
    const before = await findSheet(tx, { packet: packet.id, reviewer });
    requireVersion("answer sheet", before?.version ?? 0, call.ifMatch);
    requireAnswers(packet.items, answers);
    const isUnchanged = before !== undefined && isSameJson(before.answers, answers);
    const sheet = isUnchanged ? before : await saveSheet(tx, { packet: packet.id, reviewer, answers });
    if (!isUnchanged) lifecycle.record(tx, "packet.answer", packet.id);
    return {
      ...replyOf({ version: sheet.version, body: { ...sheetOf(packet.items, sheet) } }),
      isUnchanged,
    };
  });
