/**
 * True for an address that mail can be sent to: a local part of at most 64 characters, a domain with a dot, 254 in all.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const EMAIL = new RegExp(String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@${LABEL}(?:\.${LABEL})+$`, "u");
