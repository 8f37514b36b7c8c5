import { grantableWords, presetNames, presets, wordsOf, type Preset } from "@jst/caller";

/**
 * The preset that the page proposes for the words of `scope`: the smallest that covers those that are known, and the
 * one that only reads where there are none or no preset covers them (oauth.scope). undefined where words were sent and
 * all of them are unknown. The person's choice decides, and the words narrow nothing.
 */
export function presetFor(scope: string | undefined): Preset | undefined {
  const sent = (scope ?? "").split(" ").filter((word) => word !== "");
  const known = sent.filter((word) => grantableWords.includes(word));
  const others = sent.filter((word) => !["offline_access", "openid"].includes(word));
  if (known.length === 0) return others.length === 0 ? "read_only" : undefined;
  const covering = presetNames.filter((name) => known.every((word) => wordsOf(presets[name]).includes(word)));
  const sizeOf = (name: Preset) => wordsOf(presets[name]).length;
  return covering.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? "read_only";
}
