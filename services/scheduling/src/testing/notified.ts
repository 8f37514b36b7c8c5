import assert from "node:assert/strict";
import { mailsIn, type FactFile, type FactMail, type FactPayload } from "@jst/events";
import type { Change } from "../calendar/mails.ts";
import { TEST_SECRETS } from "./test-scheduling.ts";

/** A fact booking.changed, opened as comms opens it. */
export interface Notified {
  change: Change;
  mails: readonly FactMail[];
  /** The calendar entry of the first mail. */
  attachment: FactFile;
}

/** Opens the mails of a fact; nothing of them is in clear. */
export function notified(payload: FactPayload<"booking.changed"> | undefined): Notified {
  assert.ok(payload);
  assert.deepEqual(Object.keys(payload.data).sort(), ["change", "sealed"]);
  const { mails } = mailsIn(payload, TEST_SECRETS);
  const attachment = mails[0]?.attachment;
  assert.ok(attachment);
  return { change: payload.data.change as Change, mails, attachment };
}
