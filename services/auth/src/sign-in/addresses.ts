import { emailSpellings } from "@jst/values/email";

/**
 * Answers the spellings of an address by which its member is found: the domain is one, however it is written. Of the
 * local part only ASCII letters go in either case: others have twins that somebody else could own.
 */
export function spellingsOf(email: string): string[] {
  const local = email.slice(0, email.lastIndexOf("@"));
  const lowered = local.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return emailSpellings(email).map((spelling) => lowered + spelling.slice(spelling.lastIndexOf("@")));
}
