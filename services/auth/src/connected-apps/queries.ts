import type { Operator } from "../operator.ts";
import type { ConnectedApp } from "../../gen/rpc.ts";
import { APP_JSON, APPS, STATUS } from "./app-json.ts";

/**
 * Finds an app of the team as a reply shows it (JSON text), and whether it has ended; undefined if the owner has no app
 * with this id.
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

/** Apps that are shown at once. */
const LISTED_MAX = 200;

/** Lists the apps of the team, or of one member, as replies show them: active ones first, then the newest. */
export async function listApps(
  operator: Operator,
  { teamId, owner }: { teamId: string; owner: string },
): Promise<ConnectedApp[]> {
  const rows = await operator.query<{ body: ConnectedApp }>({
    name: "connected_apps.page",
    text: `select ${APP_JSON} as body from ${APPS}
      where g.team_id = $1 and ($2 = 'all' or g.member_id::text = $2)
      order by ${STATUS}, g.created_at desc, g.id desc limit ${LISTED_MAX}`,
    values: [teamId, owner],
  });
  return rows.map(({ body }) => body);
}

/** Has the app propose its writes always, or not; it holds at once. */
export async function setProposes(
  operator: Operator,
  { teamId, id, proposes }: { teamId: string; id: string; proposes: boolean },
): Promise<void> {
  await operator.query({
    name: "connected_apps.mode",
    text: "update auth.grants set proposes = $3 where team_id = $1 and id = $2 and ended_at is null",
    values: [teamId, id, proposes],
  });
}
