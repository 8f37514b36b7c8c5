import type { LinkKind } from "./member-mails.ts";
import { mailOf, type MailContent } from "./mail-parts.ts";

/** Link of a mail, with what the mail says about it. */
export interface MintedLink {
  url: string;
  team_name: string;
  role: "owner" | "admin" | "member" | "viewer";
  /** Empty where no member invited. */
  inviter_name: string;
  /** RFC 3339. */
  expires_at: string;
}

/** A notice as a digest lists it. */
export interface ListedNotice {
  title: string;
  /** Path of the console. */
  path: string;
  /** Name of the member who acts; absent for keys, apps and the platform. */
  actor?: string | undefined;
}

/** Unread notices of a member. */
export interface Digest {
  teamName: string;
  baseUrl: string;
  /** The newest, at most as many as a mail lists. */
  notices: readonly ListedNotice[];
  /** All of them, those that are not listed too. */
  count: number;
}

const roles: Readonly<Record<MintedLink["role"], string>> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
  viewer: "a viewer",
};

/** Writes the mail with a link that signs in, or that accepts an invitation. */
export function linkMail(kind: LinkKind, link: MintedLink): MailContent {
  return kind === "sign_in" ? signInMail(link) : invitationMail(link);
}

function signInMail({ url, team_name: team, role, expires_at: expiresAt }: MintedLink): MailContent {
  return mailOf({
    subject: `Sign in to ${team}`,
    before: [`This link signs you in to the team ${team}, where you are ${roles[role]}.`],
    button: { label: "Sign in", url },
    after: [
      `The link works once, and expires on ${dateOf(expiresAt)}.`,
      "If you did not ask for this mail, you need not do anything.",
    ],
  });
}

function invitationMail(link: MintedLink): MailContent {
  const { url, team_name: team, role, inviter_name: inviter, expires_at: expiresAt } = link;
  const invited = `to the team ${team} as ${roles[role]}.`;
  return mailOf({
    subject: inviter === "" ? `You are invited to ${team}` : `${inviter} invites you to ${team}`,
    before: [inviter === "" ? `You are invited ${invited}` : `${inviter} invites you ${invited}`],
    button: { label: "Accept the invitation", url },
    after: [
      `The invitation expires on ${dateOf(expiresAt)}.`,
      "If you did not expect this invitation, you need not do anything.",
    ],
  });
}

/** Writes the mail that lists the unread notices of a member; its links lead to the console, behind sign-in. */
export function digestMail({ teamName, baseUrl, notices, count }: Digest): MailContent {
  const [first] = notices;
  const subject = count === 1 && first !== undefined ? lineOf(first) : `${count} unread notices`;
  const more = count - notices.length;
  return mailOf({
    subject: `${subject} (${teamName})`,
    before: [
      count === 1
        ? `One notice in the team ${teamName} is unread:`
        : `${count} notices in the team ${teamName} are unread:`,
    ],
    links: notices.map((notice) => ({ label: lineOf(notice), url: `${baseUrl}${notice.path}` })),
    button: { label: "Open the console", url: `${baseUrl}/console` },
    after: [
      ...(more > 0 ? [`${more} older notices are not listed here.`] : []),
      "The links ask you to sign in. Your preferences in the console say which notices come by mail.",
    ],
  });
}

const lineOf = ({ title, actor }: ListedNotice): string =>
  actor === undefined ? title : `${title} (${actor})`;

const dateOf = (at: string): string =>
  `${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(new Date(at))} UTC`;
