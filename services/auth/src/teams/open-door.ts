import { AppError, notFound } from "@jst/errors";
import type { Operator } from "../operator.ts";
import type { Place } from "./place.ts";

/** Teams whose members may connect apps (oauth.switch): one that is isolated is never among them. */
const OPEN = `select 1 from auth.settings s join auth.teams t on t.team_id = s.team_id
  where s.key = 'modules.agent_connect.enabled' and s.value = 'true'
    and t.deleted_at is null and not t.isolated`;

/** 403 of a door that is closed. */
export function doorClosed(): AppError {
  return new AppError(
    "agent_connect_disabled",
    "Connected apps are off for this team. An owner or admin can enable modules.agent_connect.",
  );
}

/** True when the team lets apps connect; with no team, when any does. */
export async function isOpenFor(operator: Operator, teamId: string | undefined): Promise<boolean> {
  const [row] = await operator.query<{ is_open: boolean }>({
    name: "oauth.open",
    text: `select exists (${OPEN} and ($1::uuid is null or s.team_id = $1)) as is_open`,
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
