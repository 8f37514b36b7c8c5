import type { StoredFile } from "../messages/sealed-content.ts";
import { isMemberMail } from "../member-mail/member-mails.ts";
import { calendarMethod } from "../providers/provider.ts";

/** Parts of the headers of a message. */
interface Headed {
  files: readonly StoredFile[];
  id: string;
  kind: string;
  from: string | null;
  to: string;
  subject: string | null;
  reply_to: string | null;
  /** RFC 3339. */
  made_at: string;
  /** Address at which the recipient opts out; null if the message has none. */
  unsubscribeUrl: string | null;
}

/** Headers that a provider adds to what it is given anyway: the same at each attempt, so that a repeat is known. */
export function ownHeaders({
  id,
  kind,
  from,
  made_at: madeAt,
  unsubscribeUrl,
  files,
}: Headed): Record<string, string> {
  return {
    "Message-ID": `<${id}@${domainOf(from)}>`,
    Date: new Date(madeAt).toUTCString().replace("GMT", "+0000"),
    // Keeps auto-responders from answering, which would start a loop of mails.
    ...(isAutomatic(kind) || files.some(isInvitation) ? { "Auto-Submitted": "auto-generated" } : {}),
    ...(unsubscribeUrl === null
      ? {}
      : {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
  };
}

/** Kinds of messages that a program writes. */
const isAutomatic = (kind: string): boolean => kind === "notice" || isMemberMail(kind);

/** Nobody but a program sends an invitation of a calendar. */
const isInvitation = ({ content_type: type }: StoredFile): boolean => calendarMethod(type) !== undefined;

/** All headers of a message, as a captured one shows them. */
export function shownHeaders(message: Headed): Record<string, string> {
  const { from, to, subject, reply_to: replyTo } = message;
  return {
    ...(from === null ? {} : { From: from }),
    To: to,
    ...(subject === null ? {} : { Subject: subject }),
    ...(replyTo === null ? {} : { "Reply-To": replyTo }),
    ...ownHeaders(message),
  };
}

/** The domain of `Name <a@b>` or `a@b`. */
function domainOf(from: string | null): string {
  return /@([^@<>\s]+)>?\s*$/.exec(from ?? "")?.[1] ?? "localhost";
}

/** Content of a message, as it is sent. */
interface Body {
  text: string | null;
  html: string | null;
}

/** Mark in a body that the address for opting out replaces. */
const MARK = "%unsubscribe_url%";

/**
 * The body with the address on which its reader opts out: where the mark stands, else at the end (comms.opt-out-link).
 * As it is, where the message offers none.
 */
export function withOptOut({ text, html }: Body, url: string | null): Body {
  if (url === null) return { text, html };
  return {
    text: text && (withMark(text, url) ?? `${text}\n\nUnsubscribe: ${url}\n`),
    html: html && (withMark(html, url) ?? withLink(html, url)),
  };
}

const withMark = (part: string, url: string): string | undefined =>
  part.includes(MARK) ? part.replaceAll(MARK, url) : undefined;

/** HTML whose body ends with the link. */
function withLink(html: string, url: string): string {
  const at = lastOf(html, /<\/body\b/gi) ?? lastOf(html, /<\/html\b/gi) ?? html.length;
  return `${html.slice(0, at)}<p><a href="${url}">Unsubscribe</a></p>${html.slice(at)}`;
}

const lastOf = (text: string, pattern: RegExp): number | undefined =>
  [...text.matchAll(pattern)].at(-1)?.index;
