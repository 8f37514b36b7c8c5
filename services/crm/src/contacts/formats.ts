/** True for an address that mail can be sent to: a local part of at most 64 characters, a domain with a dot, 254 in all. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const LOCAL = String.raw`[\p{L}\p{N}!#$%&'*+/=?^_\x60{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_\x60{|}~-]+)*`;
const EMAIL = new RegExp(String.raw`^(?=.{1,64}@)${LOCAL}@${LABEL}(?:\.${LABEL})+$`, "u");

/** The BCP 47 tag in its canonical spelling (`de-at` is `de-AT`), or undefined when it is none. */
export function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
