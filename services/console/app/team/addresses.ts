/** Addresses that one form takes at once. */
export const ADDRESSES_MAX = 50;

/** A name and the address in angle brackets, as mail programs write a person. */
const NAMED = /(?:"[^"]*"|[^\s,;<>"@]+(?:[ \t]+[^\s,;<>"@]+)*)?[ \t]*<([^<>]*)>/gu;

/**
 * Reads the addresses of a text: commas, semicolons and white space separate them. Each stands once, whatever its case,
 * without the name and the angle brackets that mail programs put around it.
 */
export function addressesIn(text: string): string[] {
  const found = text
    .replaceAll(NAMED, " $1 ")
    .split(/[\s,;]+/u)
    .map((one) => one.replace(/^<|>$/gu, ""))
    .filter((one) => one !== "");
  const folded = found.map((one) => one.toLowerCase());
  return found.filter((_one, place) => folded.indexOf(folded[place] ?? "") === place);
}
