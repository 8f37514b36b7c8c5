import { instant, type Statement } from "@jst/db";
import type { BookingSettings, Handler } from "../../gen/rpc.ts";

/** Answers what the team has set of its bookings. */
export const getSchedulingSettings: Handler<"GetSchedulingSettings"> = async (_input, call) => {
  const [row] = await call.read<{ settings: BookingSettings }>(findSettings(call.caller.team_id));
  const settings = row?.settings ?? defaultSettings;
  return { body: { ...settings }, headers: { etag: `"${settings.version}"` } };
};

/** Settings of a team that has set nothing. */
export const defaultSettings: BookingSettings = { organizer: "team", version: 0, updated_at: null };

/** SQL of stored settings as JSON, over the row `s`. */
export const SETTINGS = `json_build_object('organizer', s.organizer, 'version', s.version, 'updated_at', ${instant("s.updated_at")})`;

/** Reads the stored settings of a team; `isLocked` locks their row until the transaction ends. */
export function findSettings(teamId: string, isLocked = false): Statement {
  const text = `select ${SETTINGS} as settings from scheduling.settings s where s.team_id = $1 and s.id = $1`;
  const name = `scheduling.settings.${isLocked ? "lock" : "find"}`;
  return { name, text: isLocked ? `${text} for no key update` : text, values: [teamId] };
}
