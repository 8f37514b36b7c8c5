import { noticeKinds, type NoticeKind, type NoticeRole, type NoticeWanted } from "@jst/events";
import { hopWithin } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";

/** The rpcs of auth by which recipients are found. */
export type MembersPeer = Pick<Peers["auth"], "findMembers" | "findMembersByRole">;

/** Finds the members to whom a notice goes. */
export type FindRecipients = (teamId: string, wanted: NoticeWanted) => Promise<readonly string[]>;

const ASK_MS_MAX = 5_000;

/**
 * Makes a search for recipients, for facts that come together: it asks auth once for each question. Recipients are
 * active members with one of the ids or roles, without those who are excepted. A notice that waits for a decision goes
 * to these if no other member can decide (notifications.proposals).
 */
export function recipientsAt(auth: MembersPeer): FindRecipients {
  const known = new Map<string, Promise<readonly string[]>>();
  const once = (key: string, ask: () => Promise<readonly string[]>) => {
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    return answer;
  };
  return async (teamId, { kind, to: { members = [], roles = [], except = [] } }) => {
    const ofRoles =
      roles.length === 0 ? [] : once(`roles ${roles.join(" ")}`, () => byRole(auth, teamId, roles));
    const named =
      members.length === 0 ? [] : once(`ids ${members.join(" ")}`, () => byId(auth, teamId, members));
    const found = new Set([...(await ofRoles), ...(await named)]);
    const others = [...found].filter((id) => !except.includes(id));
    return others.length === 0 && waits(kind) ? [...found] : others;
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
