import { one, type TeamTx } from "@jst/db";
import { requireVersion } from "@jst/resource";
import type { BookingSettings, Handler } from "../../gen/rpc.ts";
import { defaultSettings, findSettings, SETTINGS } from "./get-scheduling-settings.ts";

/** Changes the members that are given; equal values change nothing. */
export const updateSchedulingSettings: Handler<"UpdateSchedulingSettings"> = async ({ body }, call) =>
  call.write(async (tx) => {
    const [row] = await tx.query<{ settings: BookingSettings }>(findSettings(tx.context.teamId, true));
    const before = row?.settings ?? defaultSettings;
    requireVersion("settings", before.version, call.ifMatch);
    const organizer =
      body.organizer === undefined ? before.organizer : (body.organizer ?? defaultSettings.organizer);
    const isUnchanged = organizer === before.organizer;
    const settings = isUnchanged ? before : await store(tx, organizer);
    return { body: { ...settings }, headers: { etag: `"${settings.version}"` }, isUnchanged };
  });

async function store(tx: TeamTx, organizer: string): Promise<BookingSettings> {
  const { teamId, actorType, actorId } = tx.context;
  const row = one(
    await tx.query<{ settings: BookingSettings }>({
      name: "scheduling.settings.store",
      text: `insert into scheduling.settings as s (team_id, id, organizer, created_by_type, created_by_id)
values ($1, $1, $2, $3, $4)
on conflict (team_id, id) do update set organizer = excluded.organizer, updated_at = clock_timestamp(),
  version = s.version + 1
returning ${SETTINGS} as settings`,
      values: [teamId, organizer, actorType, actorId],
    }),
  );
  return row.settings;
}
