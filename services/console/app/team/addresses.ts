/** Addresses that one form takes at once. */
export const ADDRESSES_MAX = 50;

/** A person whom the form adds; `name` as a mail program puts it before the address. */
export interface Addressee {
  email: string;
  name?: string;
}

/** A name and the address in angle brackets, as mail programs write a person. */
const NAMED = /(?<name>"[^"]*"|[^\s,;<>"@]+(?:[ \t]+[^\s,;<>"@]+)*)?[ \t]*<(?<email>[^<>]*)>/gu;

/**
 * Reads the addresses of a text: commas, semicolons and white space separate them. Each stands once, whatever its case,
 * with the name that mail programs put before the angle brackets.
 */
export function addressesIn(text: string): Addressee[] {
  const names = new Map<string, string>();
  const bare = text.replaceAll(NAMED, (_all, name: string | undefined, email: string) => {
    const said = (name ?? "").replaceAll('"', "").trim();
    if (said !== "") names.set(email.trim().toLowerCase(), said);
    return ` ${email} `;
  });
  const found = bare
    .split(/[\s,;]+/u)
    .map((one) => one.replace(/^<|>$/gu, ""))
    .filter((one) => one !== "");
  const folded = found.map((one) => one.toLowerCase());
  return found
    .filter((_one, place) => folded.indexOf(folded[place] ?? "") === place)
    .map((email) => {
      const name = names.get(email.toLowerCase());
      return name === undefined ? { email } : { email, name };
    });
}

/** Writes an addressee as the form reads it. */
export const addresseeText = ({ email, name }: Addressee): string =>
  name === undefined ? email : `"${name}" <${email}>`;
