import { distance } from "@jst/values/distance";

/** Most edits that count as a slip. */
const EDITS_MAX = 2;

/** Finds the name that an unknown name was probably meant to be: one that differs in a few letters or in case. */
export function closeName(name: string, names: readonly string[]): string | undefined {
  const meant = name.toLowerCase();
  const most = Math.min(EDITS_MAX, Math.floor(meant.length / 3));
  const near = names
    .map((each) => ({ each, edits: distance(meant, each.toLowerCase(), most) }))
    .filter(({ edits }) => edits <= most);
  return near.sort((a, b) => a.edits - b.edits)[0]?.each;
}
