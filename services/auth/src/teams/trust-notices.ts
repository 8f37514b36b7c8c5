import { factStatement, noticeStatement, type FactCause, type NoticeWanted } from "@jst/events";
import type { Statement } from "@jst/db";

/** Member whose role changed. */
interface RaisedMember {
  id: string;
  name: string | null;
  email: string;
  role: string;
}

/** Reports whether the setting is one of trust, of whose changes owners and admins are notified. */
export function isTrustKey(key: string): boolean {
  return key.startsWith("trust.");
}

/** Returns the statement that notifies owners and admins of a changed setting of trust (notifications.trust). */
export function settingNotice(cause: FactCause, key: string): Statement {
  return noticeStatement("auth", cause, {
    ...toLeaders(cause),
    title: `The setting ${key} changed, by ${writerOf(cause)}`,
    path: "/console/settings",
    subject: { type: "setting", id: key },
  });
}

/** Returns the statement that notifies owners and admins of a changed approval rule (notifications.trust). */
export function ruleNotice(
  cause: FactCause,
  { id, name, before, after }: { id: string; name: string; before: object | null; after: object | null },
): Statement {
  const verb = before === null ? "was created" : after === null ? "was deleted" : "changed";
  return noticeStatement("auth", cause, {
    ...toLeaders(cause),
    title: `The approval rule ${name} ${verb}, by ${writerOf(cause)}`,
    path: "/console/rules",
    subject: { type: "approval_rule", id },
  });
}

/**
 * Returns the statement by which services notify who may decide now that a member joined, left or has another role
 * (notifications.rules).
 */
export function memberChanged(cause: FactCause, id: string): Statement {
  return factStatement(cause, { from: "auth", type: "member.changed", id, data: {} });
}

/**
 * Returns the statements that publish the role of a member, and notify the other owners and admins of a new one
 * (notifications.trust); none if the member had the role before.
 */
export function roleChanged(cause: FactCause, member: RaisedMember, formerRole?: string | null): Statement[] {
  if (member.role === formerRole) return [];
  return [memberChanged(cause, member.id), ...leaderNotice(cause, member)];
}

function leaderNotice(cause: FactCause, { id, name, email, role }: RaisedMember): Statement[] {
  if (role !== "owner" && role !== "admin") return [];
  const notice = {
    ...toLeaders(cause, id),
    title: `${name ?? email} is now an ${role}, by ${writerOf(cause)}`,
    path: "/console/members",
    subject: { type: "member", id },
  };
  return [noticeStatement("auth", cause, notice)];
}

function toLeaders(
  { actorType: type, actorId }: FactCause,
  ...members: string[]
): Pick<NoticeWanted, "kind" | "to" | "actor"> {
  const id = actorId === "" ? null : actorId;
  const except = id === null ? members : [id, ...members];
  return { kind: "trust_changed", to: { roles: ["owner", "admin"], except }, actor: { type, id } };
}

function writerOf({ actorType: type }: FactCause): string {
  if (type === "member") return "a signed-in member";
  return type === "service" ? "a service token" : "the operator";
}
