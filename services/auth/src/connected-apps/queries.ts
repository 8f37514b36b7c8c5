import type { Operator } from "../operator.ts";
import { APP_JSON, APPS } from "./app-json.ts";

/**
 * An app of the team as a reply shows it, JSON text, and whether it is over; undefined where the owner has none of
 * this id.
 */
export async function findApp(
  operator: Operator,
  { teamId, id, owner }: { teamId: string; id: string; owner: string },
): Promise<{ body: string; is_ended: boolean } | undefined> {
  const [app] = await operator.query<{ body: string; is_ended: boolean }>({
    name: "connected_apps.find",
    text: `select ${APP_JSON}::text as body, g.ended_at is not null as is_ended from ${APPS}
      where g.team_id = $1 and g.id = $2 and ($3 = 'all' or g.member_id::text = $3)`,
    values: [teamId, id, owner],
  });
  return app;
}
