import { countries } from "../contacts/formats.ts";

/** Languages in which programs name countries. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl"];
const SHORT: readonly (readonly [string, string])[] = [
  ["usa", "US"],
  ["united states of america", "US"],
  ["uk", "GB"],
  ["great britain", "GB"],
  ["england", "GB"],
  ["deutschland", "DE"],
];

let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code of a country, of which the text is the code or a name; undefined for another text. */
export function countryOf(text: string): string | undefined {
  codes ??= codesByName();
  return codes.get(folded(text));
}

const folded = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

function codesByName(): ReadonlyMap<string, string> {
  const names = LANGUAGES.flatMap((language) => {
    const shown = new Intl.DisplayNames([language], { type: "region" });
    return [...countries].map((code) => [folded(shown.of(code) ?? code), code] as const);
  });
  const own = [...countries].map((code) => [folded(code), code] as const);
  return new Map([...names, ...SHORT, ...own]);
}
