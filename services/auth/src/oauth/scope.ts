import { grantableWords, presetNames, presets, wordsOf, type Preset } from "@jst/caller";

/** Words that clients send out of habit, which ask for nothing here. */
const PASSIVE: ReadonlySet<string> = new Set(["offline_access", "openid", "profile", "email"]);

/** Reads the words of `scope` that ask for something; none if it is absent or empty (oauth.scope). */
export const askedWords = (scope: string | undefined): string[] =>
  (scope ?? "").split(" ").filter((word) => word !== "" && !PASSIVE.has(word));

/** More than the words of any preset: one word that writes outweighs all that read. */
const WRITES_FIRST = 100;

/**
 * Chooses the preset that the consent page proposes for the words of `scope` (oauth.scope). Of the presets that cover
 * all known words, it is the one that writes least, then the smallest. If no preset covers them, or without words, it
 * is the one that only reads; undefined if every word is unknown. The member's choice decides, and the words narrow
 * nothing.
 */
export function presetFor(scope: string | undefined): Preset | undefined {
  const asked = askedWords(scope);
  const known = asked.filter((word) => grantableWords.includes(word));
  if (known.length === 0) return asked.length === 0 ? "read_only" : undefined;
  const covering = presetNames.filter((name) => known.every((word) => wordsOf(presets[name]).includes(word)));
  const sizeOf = (name: Preset) => {
    const words = wordsOf(presets[name]);
    return words.length + WRITES_FIRST * words.filter((word) => !word.endsWith(":read")).length;
  };
  return covering.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? "read_only";
}
