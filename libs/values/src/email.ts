import { domainToASCII, domainToUnicode } from "node:url";
import { composed } from "./composed.ts";

/** Most characters of an address. */
export const EMAIL_CHARS_MAX = 254;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const EMAIL = new RegExp(String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@${LABEL}(?:\.${LABEL})+$`, "u");
const ASCII = /^[\0-\x7f]*$/;

/** True for an address that mail can be sent to: up to 64 characters, a domain with a dot, 254 in all. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_CHARS_MAX && EMAIL.test(text);
}

/**
 * Folds an address into the one text by which addresses are compared (values.emails): lower case, NFC, the domain in
 * ASCII. platform.folded_email of libs/db/sql is its twin.
 */
export function foldedEmail(text: string): string {
  const [local, domain] = partsOf(text);
  return `${lowered(local)}@${ASCII.test(domain) ? lowered(domain) : domainToASCII(domain) || lowered(domain)}`;
}

/** The folded address, and the same with its domain as people read it. */
export function emailSpellings(text: string): string[] {
  const folded = foldedEmail(text);
  const [local, domain] = partsOf(folded);
  return [...new Set([folded, `${local}@${domainToUnicode(domain) || domain}`])];
}

function partsOf(text: string): [local: string, domain: string] {
  const whole = composed(text);
  const at = whole.lastIndexOf("@");
  return [whole.slice(0, Math.max(0, at)), whole.slice(at + 1)];
}

/** Lower case letter by letter, as PostgreSQL has it: a letter is one letter, wherever it stands. */
function lowered(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0] ?? letter).join("");
}
