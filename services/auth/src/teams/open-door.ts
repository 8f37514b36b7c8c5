import { AppError, notFound } from "@jst/errors";
import type { Operator } from "../operator.ts";
import type { Place } from "./place.ts";

/** True for a team, of alias t, that lets apps connect (oauth.switch). */
export const LETS_APPS_IN = `exists (select from auth.settings o where o.team_id = t.team_id
  and o.key = 'modules.agent_connect.enabled' and o.value = 'true')`;

/** Teams whose members may connect apps: one that is isolated is never among them. */
const OPEN = `select 1 from auth.teams t where ${LETS_APPS_IN} and t.deleted_at is null and not t.isolated`;

/** Builds the 403 of a team whose apps may not connect. */
export function doorClosed(): AppError {
  return new AppError(
    "agent_connect_disabled",
    "Connected apps are off for this team. Ask an owner or admin to turn it on (the setting modules.agent_connect.enabled).",
  );
}

/** True if the team lets apps connect; without a team, if any team does. */
export async function isOpenFor(operator: Operator, teamId: string | undefined): Promise<boolean> {
  const [row] = await operator.query<{ is_open: boolean }>({
    name: "oauth.open",
    text: `select exists (${OPEN} and ($1::uuid is null or t.team_id = $1)) as is_open`,
    values: [teamId ?? null],
  });
  return row?.is_open === true;
}

/** Throws 403 where the place has no open door, and the 404 of no such path on the host of an isolated team. */
export async function requireOpen(operator: Operator, { teamId }: Place): Promise<void> {
  if (await isOpenFor(operator, teamId)) return;
  if (teamId !== undefined && (await isIsolated(operator, teamId))) throw notFound();
  throw doorClosed();
}

async function isIsolated(operator: Operator, teamId: string): Promise<boolean> {
  const [row] = await operator.query<{ isolated: boolean }>({
    name: "oauth.isolated",
    text: "select isolated from auth.teams where team_id = $1",
    values: [teamId],
  });
  return row?.isolated !== false;
}
