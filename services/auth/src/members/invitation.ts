import type { Caller } from "@jst/caller";
import type { Hop } from "@jst/rpc";
import type { AccountDeps } from "../deps.ts";

/** True if somebody sends mail for the team. An isolated team has no pages to sign in at. */
export async function canInvite(
  { team_id, team }: Caller,
  { deps, hop }: { deps: Pick<AccountDeps, "comms">; hop: Hop },
): Promise<boolean> {
  return !team.isolated && (await deps.comms.getMailing({ team_id }, hop)).is_sending;
}

/** Id of the member who invites; null for a token, which has no name that a newcomer would know. */
export function inviterOf({ token_type, member_id }: Caller): string | null {
  return token_type === "member" ? (member_id ?? null) : null;
}
