import type { PageRequest } from "@jst/pages";
import type { AccountDeps } from "../deps.ts";
import type { Operator } from "../operator.ts";
import type { SessionParts } from "../sessions/page-session.ts";
import { HAS_OWN_PROVIDER } from "../teams/sign-in-keys.ts";
import { NO_TEAM, storeRequest } from "./mail-requests.ts";
import { returnOf } from "./return-to.ts";

/** Request of a visitor. */
interface Wanted {
  email: string;
  /** The team that is named, by the visitor or by the host. */
  team: { slug: string } | { id: string } | undefined;
  /** Mapped host; null on the shared one. */
  host: string | null;
  /** A program has filled the trap. */
  isTrapped: boolean;
}

/**
 * Puts down that a visitor wants a link by mail. False where settings alone rule mails out: they are off, the team is
 * unknown or takes none, or nobody sends mail for it. No member is looked up (sessions.mail).
 */
export async function takeRequest(
  { operator, comms, isMailOn, baseUrl }: SessionParts & Pick<AccountDeps, "comms" | "isMailOn">,
  { headers, hop }: PageRequest,
  { email, team, host, isTrapped }: Wanted,
): Promise<boolean> {
  if (!isMailOn) return false;
  const teamId = team === undefined ? NO_TEAM : await mailedTeam(operator, team, host);
  if (teamId === undefined) return false;
  const { is_sending } = await comms.getMailing({ team_id: teamId }, hop);
  if (!is_sending) return false;
  const returnTo = returnOf(headers.cookie, baseUrl);
  if (!isTrapped) await storeRequest(operator, { email, teamId, host, returnTo });
  return true;
}

/** Id of the living team whose members get links on this host; undefined without one. */
async function mailedTeam(
  operator: Operator,
  team: { slug: string } | { id: string },
  host: string | null,
): Promise<string | undefined> {
  const [found] = await operator.query<{ id: string }>({
    name: `sign_in_requests.team_by_${"slug" in team ? "slug" : "id"}`,
    text: `select t.team_id as id from auth.teams t
      where ${"slug" in team ? "t.slug = $1" : "t.team_id = $1::uuid"}
        and t.deleted_at is null and not t.isolated and not ${HAS_OWN_PROVIDER}
        and not exists (select from auth.hosts h where h.host = $2 and h.team_id <> t.team_id)`,
    values: ["slug" in team ? team.slug : team.id, host],
  });
  return found?.id;
}
