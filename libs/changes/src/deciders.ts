import type { Role } from "@jst/caller";
import type { Hop, PeerRpc } from "@jst/rpc";
import type { DecidersOf, Deps } from "./deps.ts";
import type { StoredChangeset } from "./queries.ts";

/** Time for which the deciders of a team are remembered: answers show how many there are, decisions never ask here. */
const REMEMBERED_MS = 5_000;
/** Teams that are remembered at once. */
const TEAMS_MAX = 1_000;

interface Remembered {
  until: number;
  ids: Promise<readonly string[] | undefined>;
}

/** The rpc of auth that finds who may decide. */
export interface DecidersPeer {
  findMembersByRole: PeerRpc<
    { team_id: string; roles: Role[] },
    { members: { id: string; suspended: boolean }[] }
  >;
}

/** Asks auth who may decide on proposals of others; undefined while it cannot say. */
export function decidersFrom(auth: DecidersPeer): DecidersOf {
  const known = new Map<string, Remembered>();
  return (teamId, hop) => {
    const found = known.get(teamId);
    if (found !== undefined && found.until > Date.now()) return found.ids;
    const ids = auth.findMembersByRole({ team_id: teamId, roles: ["owner", "admin"] }, hop).then(
      ({ members }) => members.filter(({ suspended }) => !suspended).map(({ id }) => id),
      () => {
        known.delete(teamId);
        return undefined;
      },
    );
    known.delete(teamId);
    known.set(teamId, { until: Date.now() + REMEMBERED_MS, ids });
    const [oldest] = known.keys();
    if (known.size > TEAMS_MAX && oldest !== undefined) known.delete(oldest);
    return ids;
  };
}

/** Answers who may decide on proposals of others, where one of these waits for a decision. */
export function decidersFor(
  { decidersOf }: Pick<Deps, "decidersOf">,
  teamId: string,
  shown: readonly StoredChangeset[],
  hop: Hop,
): Promise<readonly string[] | undefined> {
  const isWaiting = shown.some(({ status }) => status === "queued");
  return isWaiting ? decidersOf(teamId, hop) : Promise.resolve(undefined);
}
