/** Addresses that one form takes at once. */
export const ADDRESSES_MAX = 50;

/**
 * Reads the addresses of a text: commas, semicolons and white space separate them. Each stands once, whatever its case,
 * without the angle brackets that mail programs put around it.
 */
export function addressesIn(text: string): string[] {
  const found = text
    .split(/[\s,;]+/u)
    .map((one) => one.replace(/^<|>$/gu, ""))
    .filter((one) => one !== "");
  const folded = found.map((one) => one.toLowerCase());
  return found.filter((_one, place) => folded.indexOf(folded[place] ?? "") === place);
}
