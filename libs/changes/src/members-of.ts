import type { Role } from "@jst/caller";
import type { PeerRpc } from "@jst/rpc";
import type { MembersOf } from "./deps.ts";

/** Time for which the members of a team are remembered: answers show who may decide, decisions never ask here. */
const REMEMBERED_MS = 5_000;
/** Teams that are remembered at once. */
const TEAMS_MAX = 1_000;

interface Remembered {
  until: number;
  roles: Promise<ReadonlyMap<string, Role> | undefined>;
}

/** The rpc of auth that finds who may decide. */
export interface MembersPeer {
  findMembersByRole: PeerRpc<
    { team_id: string; roles: Role[] },
    { members: { id: string; role: string; suspended: boolean }[] }
  >;
}

/** Asks auth for active members by their roles each time; undefined while it cannot say. */
export function membersNowFrom(auth: MembersPeer): MembersOf {
  return (teamId, roles, hop) =>
    auth.findMembersByRole({ team_id: teamId, roles: [...roles] }, hop).then(
      ({ members }) =>
        new Map(members.filter(({ suspended }) => !suspended).map(({ id, role }) => [id, role as Role])),
      () => undefined,
    );
}

/** Asks auth for active members by their roles, and remembers them; undefined while it cannot say. */
export function membersFrom(auth: MembersPeer): MembersOf {
  const ask = membersNowFrom(auth);
  const known = new Map<string, Remembered>();
  return (teamId, roles, hop) => {
    const key = [teamId, ...roles].join(" ");
    const found = known.get(key);
    if (found !== undefined && found.until > Date.now()) return found.roles;
    const asked = ask(teamId, roles, hop).then((members) => {
      if (members === undefined) known.delete(key);
      return members;
    });
    known.delete(key);
    known.set(key, { until: Date.now() + REMEMBERED_MS, roles: asked });
    const [oldest] = known.keys();
    if (known.size > TEAMS_MAX && oldest !== undefined) known.delete(oldest);
    return asked;
  };
}
