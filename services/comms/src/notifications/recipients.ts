import { noticeKinds, type NoticeKind, type NoticeRole, type NoticeWanted } from "@jst/events";
import { hopWithin } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";

/** The rpcs of auth by which recipients are found. */
export type MembersPeer = Pick<Peers["auth"], "findMembers" | "findMembersByRole">;

/** Finds the members to whom a notice goes. */
export type FindRecipients = (teamId: string, wanted: NoticeWanted) => Promise<readonly string[]>;

const ASK_MS_MAX = 5_000;

/** Members who decide where none but the proposer is an approver (rules.approvers). */
const LEADERS: readonly NoticeRole[] = ["owner", "admin"];

/**
 * Makes a search for recipients, for facts that come together: it asks auth once for each question. Recipients are
 * active members with one of the ids or roles, without those who are excepted. If nobody is left, a notice that waits
 * for a decision goes to the other owners and admins, and without these to the excepted ones (notifications.proposals).
 */
export function recipientsAt(auth: MembersPeer): FindRecipients {
  const known = new Map<string, Promise<readonly string[]>>();
  const once = (key: string, ask: () => Promise<readonly string[]>) => {
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    return answer;
  };
  const ofRoles = (teamId: string, roles: readonly NoticeRole[]) =>
    roles.length === 0 ? [] : once(`roles ${roles.join(" ")}`, () => byRole(auth, teamId, roles));
  return async (teamId, { kind, subject, to: { members = [], roles = [], except = [] } }) => {
    const named =
      members.length === 0 ? [] : once(`ids ${members.join(" ")}`, () => byId(auth, teamId, members));
    const found = [...(await ofRoles(teamId, roles)), ...(await named)];
    const isOther = (id: string) => !except.includes(id);
    const others = found.filter(isOther);
    if (others.length > 0 || !waits(kind)) return [...new Set(others)];
    if (subject.type !== "changeset") return [...new Set(found)];
    const leaders = await ofRoles(teamId, LEADERS);
    const otherLeaders = leaders.filter(isOther);
    return otherLeaders.length > 0 ? otherLeaders : [...new Set([...found, ...leaders])];
  };
}

function waits(kind: string): boolean {
  return Object.hasOwn(noticeKinds, kind) && noticeKinds[kind as NoticeKind].isWaiting;
}

async function byRole(auth: MembersPeer, teamId: string, roles: readonly NoticeRole[]): Promise<string[]> {
  const question = { team_id: teamId, roles: [...roles] };
  return active((await auth.findMembersByRole(question, hopWithin(ASK_MS_MAX))).members);
}

async function byId(auth: MembersPeer, teamId: string, ids: readonly string[]): Promise<string[]> {
  const question = { team_id: teamId, ids: [...ids] };
  return active((await auth.findMembers(question, hopWithin(ASK_MS_MAX))).members);
}

function active(members: readonly { id: string; suspended: boolean }[]): string[] {
  return members.filter(({ suspended }) => !suspended).map(({ id }) => id);
}
