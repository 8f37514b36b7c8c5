import type { StoredFile } from "../messages/sealed-content.ts";
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
    // No machine answers it, so that two of them never write to each other without end.
    ...(kind === "notice" || files.some(isInvitation) ? { "Auto-Submitted": "auto-generated" } : {}),
    ...(unsubscribeUrl === null
      ? {}
      : {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
  };
}

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
