import type { Row } from "@jst/db";
import type { Handler } from "../../gen/rpc.ts";
import { recipientOf } from "./notification.ts";
import { findPreferences, shownPreferences, storedIn, type StoredPreferences } from "./preferences.ts";

/** Answers how the member who is signed in wants to be notified (notifications.preferences). */
export const getNotificationPreferences: Handler<"GetNotificationPreferences"> = async (_request, call) => {
  const rows = await call.read<StoredPreferences & Row>(findPreferences(recipientOf(call.caller)));
  return { body: { ...shownPreferences(storedIn(rows)) }, headers: { "cache-control": "no-store" } };
};
