import { until } from "@jst/testing";
import { jst } from "./fleet.ts";

const MAILED_MS = 60_000;

/** A mail to a member, as the mail server of the fleet has taken it. */
export interface Mailed {
  /** RFC 3339. */
  at: string;
  to: string;
  subject: string;
  text: string;
}

/** Mails to a member, the newest first. */
export async function mailsTo(to: string): Promise<Mailed[]> {
  return (await jst<{ mails: Mailed[] }>("mail", "--to", to)).mails;
}

/** Resolves with the newest mail to a member whose subject begins so, once there is one. */
export function mailedTo(to: string, subject = ""): Promise<Mailed> {
  return until(`a mail to ${to} has arrived`, MAILED_MS, async () =>
    (await mailsTo(to)).find((mail) => mail.subject.startsWith(subject)),
  );
}

/** Secret of the link in the newest mail to a member. */
export async function linkMailedTo(to: string): Promise<string> {
  const { text } = await mailedTo(to);
  const secret = /\/p\/sign-in\/([\w-]{43,})/.exec(text)?.[1];
  if (secret === undefined) throw new Error(`The mail to ${to} has no link.`);
  return secret;
}
