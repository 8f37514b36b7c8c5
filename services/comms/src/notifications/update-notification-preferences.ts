import type { Row, TeamTx } from "@jst/db";
import { validationFailed, type FieldError } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import type { Handler, NotificationPreferencesPatch } from "../../gen/rpc.ts";
import { recipientOf, type Recipient } from "./notification.ts";
import { findPreferences, shownPreferences, storedIn, type StoredPreferences } from "./preferences.ts";

/** Changes the members that are given of the preferences of the member who is signed in (notifications.preferences). */
export const updateNotificationPreferences: Handler<"UpdateNotificationPreferences"> = ({ body }, call) => {
  const recipient = recipientOf(call.caller);
  requireSound(body);
  return call.write(async (tx) => {
    await lockPreferences(tx, recipient);
    const former = storedIn(await tx.query<StoredPreferences & Row>(findPreferences(recipient)));
    const next = {
      channels: { ...former.channels, ...body.channels },
      quiet_hours: body.quiet_hours === undefined ? former.quiet_hours : body.quiet_hours,
      timezone: body.timezone === undefined ? former.timezone : body.timezone,
    };
    await storePreferences(tx, recipient, next);
    return { body: { ...shownPreferences(next) }, isUnchanged: true };
  });
};

function requireSound({ quiet_hours: hours, timezone }: NotificationPreferencesPatch): void {
  const errors: FieldError[] = [];
  if (hours != null && hours.from === hours.to) {
    const message =
      "The quiet hours begin and end at the same time. Send another time, or null as quiet_hours for no quiet hours.";
    errors.push({ field: "quiet_hours.to", code: "invalid", message });
  }
  if (timezone != null && !isTimeZone(timezone)) {
    const message = "Must be an IANA time zone, such as Europe/Vienna.";
    errors.push({ field: "timezone", code: "invalid", message });
  }
  if (errors.length > 0) throw validationFailed(errors);
}

/** Waits until no other write changes the preferences of the member, who may have none yet. */
async function lockPreferences(tx: TeamTx, { teamId, memberId }: Recipient): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('comms preferences ' || $1 || ' ' || $2, 0))";
  await tx.query({ name: "comms.notification_preferences.lock", text, values: [teamId, memberId] });
}

async function storePreferences(
  tx: TeamTx,
  { teamId, memberId }: Recipient,
  { channels, quiet_hours, timezone }: StoredPreferences,
): Promise<void> {
  await tx.query({
    name: "comms.notification_preferences.store",
    text: `insert into comms.notification_preferences as p (team_id, member_id, channels, quiet_hours, timezone)
values ($1, $2, $3::jsonb, $4::jsonb, $5)
on conflict (team_id, member_id) do update
set channels = excluded.channels, quiet_hours = excluded.quiet_hours, timezone = excluded.timezone,
  updated_at = clock_timestamp()`,
    values: [
      ...[teamId, memberId, JSON.stringify(channels)],
      ...[quiet_hours === null ? null : JSON.stringify(quiet_hours), timezone],
    ],
  });
}
