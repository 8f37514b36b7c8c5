import type { NoticeKind } from "@jst/events";
import type { Row, Statement } from "@jst/db";
import type { NotificationPreferences } from "../../gen/rpc.ts";
import { defaultChannels, kinds, type Channel } from "./channels.ts";
import type { Recipient } from "./notification.ts";

/** Preferences of a member as they are stored; a kind that the member has not set is absent. */
export interface StoredPreferences {
  channels: Partial<Record<NoticeKind, Channel[]>>;
  quiet_hours: NotificationPreferences["quiet_hours"];
  timezone: string | null;
}

/** Preferences of a member who has set nothing. */
const nothingSet: StoredPreferences = { channels: {}, quiet_hours: null, timezone: null };

/** Reads the stored preferences of the member; no row if the member has set nothing. */
export function findPreferences({ teamId, memberId }: Recipient): Statement {
  return {
    name: "comms.notification_preferences.find",
    text: `select p.channels, p.quiet_hours, p.timezone from comms.notification_preferences p
where p.team_id = $1 and p.member_id = $2`,
    values: [teamId, memberId],
  };
}

/** Returns what is stored in the rows of `findPreferences`. */
export function storedIn([row]: readonly (StoredPreferences & Row)[]): StoredPreferences {
  if (row === undefined) return nothingSet;
  const { channels, quiet_hours, timezone } = row;
  return { channels, quiet_hours, timezone };
}

/** Returns preferences as the API shows them: every kind has its channels. */
export function shownPreferences({ channels, ...rest }: StoredPreferences): NotificationPreferences {
  const all = kinds.map((kind) => [kind, [...(channels[kind] ?? defaultChannels(kind))]] as const);
  return { channels: Object.fromEntries(all), ...rest };
}
