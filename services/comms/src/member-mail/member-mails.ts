import { capture, type ProviderRouting, type Route } from "../providers/provider.ts";

/** Kinds of mails with a link that account mints when the mail is sent. */
const linkKinds = ["sign_in", "invitation"] as const;

/** Kind of a mail with a link. */
export type LinkKind = (typeof linkKinds)[number];

/** Kind of a mail to a member of the team: it asks neither consent nor module (comms.member-mail). */
export type MemberKind = LinkKind | "member_notice";

/** True for a mail whose link account mints. */
export const hasLink = (kind: string): kind is LinkKind => linkKinds.some((one) => one === kind);

/** True for a mail to a member. */
export const isMemberMail = (kind: string): kind is MemberKind => kind === "member_notice" || hasLink(kind);

/** Subjects of the messages that stand for the mails: those of the mails themselves name the team. */
export const storedSubjects: Readonly<Record<MemberKind, string>> = {
  sign_in: "Your sign-in link",
  invitation: "Your invitation",
  member_notice: "Your notices",
};

/** Finds the sender of mails to members: the team's own, else that of the fleet; without one the mail is captured. */
export async function memberRouteOf(
  routing: ProviderRouting,
  fleet: Route | undefined,
  teamId: string,
): Promise<Route> {
  const own = await routing.routeOf(teamId, "email");
  return own.provider === capture && fleet !== undefined ? fleet : own;
}
