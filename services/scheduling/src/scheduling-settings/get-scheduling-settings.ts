import type { BookingSettings, Handler } from "../../gen/rpc.ts";
import { defaultSettings, findSettings } from "./settings.ts";

/** Answers what the team has set of its bookings. */
export const getSchedulingSettings: Handler<"GetSchedulingSettings"> = async (_input, call) => {
  const [row] = await call.read<{ settings: BookingSettings }>(findSettings(call.caller.team_id));
  const settings = row?.settings ?? defaultSettings;
  return { body: { ...settings }, headers: { etag: `"${settings.version}"` } };
};
