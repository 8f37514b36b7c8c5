import {
  matchedRules,
  type MatchedRule,
  type RunningRule,
  type IncomingMail,
} from "../../email-rules/matches.ts";
import { addressOf } from "../../people/address.ts";
import { parseMail, type ParsedMail } from "./parse-mail.ts";

/** A mail as it came, and what the team wants done with mail. */
export interface RawMail {
  bytes: Uint8Array;
  rules: readonly RunningRule[];
}

/** Mail that was read. */
export interface ReadMail extends Omit<ParsedMail, "from"> {
  /** Sender: the first valid address, folded; null if no address is valid. */
  sender: { name: string; address: string } | null;
  /** Rules that it matches, in their order. */
  matched: MatchedRule[];
}

/** Reads a mail and holds it against the rules: what takes time on a stranger's account, for a thread of its own. */
export async function readMail({ bytes, rules }: RawMail): Promise<ReadMail> {
  const { from, ...mail } = await parseMail(bytes);
  const folded = from.flatMap(({ name, address }) => {
    const found = emailOf(address);
    return found === undefined ? [] : [{ name, address: found }];
  });
  const asked: IncomingMail = {
    from: folded.map(({ address }) => address),
    to: mail.to.flatMap((address) => emailOf(address) ?? []),
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    hasAttachment: mail.files.length > 0,
  };
  return { ...mail, sender: folded[0] ?? null, matched: matchedRules(rules, asked) };
}

function emailOf(text: string): string | undefined {
  const found = addressOf(text.trim());
  return found?.kind === "email" ? found.folded : undefined;
}
