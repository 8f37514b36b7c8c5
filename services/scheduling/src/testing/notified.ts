import assert from "node:assert/strict";
import { mailsIn, type FactFile, type FactMail, type FactPayload } from "@jst/events";
import type { Change } from "../calendar/mails.ts";
import { TEST_SECRETS } from "./test-scheduling.ts";

/** A fact booking.changed, opened as comms opens it. */
export interface Notified {
  change: Change;
  mails: readonly FactMail[];
  attachment: FactFile;
}

/** Opens the mails of a fact; nothing of them is in clear. */
export function notified(payload: FactPayload | undefined): Notified {
  assert.ok(payload);
  assert.deepEqual(Object.keys(payload.data).sort(), ["change", "sealed"]);
  const { mails, attachment } = mailsIn(payload, TEST_SECRETS);
  assert.ok(attachment);
  return { change: payload.data["change"] as Change, mails, attachment };
}
