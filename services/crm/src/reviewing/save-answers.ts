import { recordAudit } from "@jst/events";
import { isSameJson, requireVersion } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { sheetOf } from "../packets/shown-answers.ts";
import { requireAnswers } from "../review/answer-faults.ts";
import { entryOf } from "../review/entry.ts";
import { lockPacket } from "../review/packet-store.ts";
import { requireUnsigned } from "../review/phases.ts";
import { findSheet, saveAnswers as store } from "../review/sheet-store.ts";
import { ownReview } from "./own-review.ts";

/** Saves what the reviewer who is signed in has answered, over the sheet that was read (review.sheets). */
export const saveAnswers: Handler<"SaveAnswers"> = ({ path, body: { answers } }, call) =>
  call.write(async (tx) => {
    const packet = await lockPacket(tx, path.packet_id);
    const reviewer = ownReview(packet, call.caller);
    requireUnsigned(packet, reviewer);
    const before = await findSheet(tx, { packet: packet.id, reviewer });
    requireVersion("answer sheet", before?.version ?? 0, call.ifMatch);
    requireAnswers(packet.items, answers);
    const isSame = before !== undefined && isSameJson(before.answers, answers);
    const sheet = isSame ? before : await store(tx, { packet: packet.id, reviewer, answers });
    if (!isSame) recordAudit(tx, entryOf("answer", packet.id));
    return {
      body: { ...sheetOf(packet.items, sheet) },
      headers: { etag: `"${sheet.version}"` },
      isUnchanged: isSame,
    };
  });
