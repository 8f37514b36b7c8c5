import { distance } from "@jst/values/distance";

/** Longest name that is compared; a longer one has no nearest name. */
const NAME_MAX = 64;

/**
 * Finds the known name that an unknown one probably means: `tabel_id`, `tableId` and `table` mean `table_id`. Undefined
 * if none is near enough.
 */
export function nearestName(sent: string, known: readonly string[]): string | undefined {
  if (sent.length > NAME_MAX) return undefined;
  const words = wordsOf(sent);
  if (words.length === 0) return undefined;
  const near = known
    .map((name) => ({ name, steps: stepsBetween(words, wordsOf(name)) }))
    .filter(({ steps }) => steps < Infinity);
  return near.toSorted((a, b) => a.steps - b.steps)[0]?.name;
}

/** Splits a name into its words, however they are joined. */
function wordsOf(name: string): string[] {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part !== "");
}

/** Counts the slips between two names, if they are few beside the length or one name has all words of the other. */
function stepsBetween(sent: readonly string[], known: readonly string[]): number {
  const [a, b] = [sent.join(""), known.join("")];
  const isPart = sent.every((word) => known.includes(word)) || known.every((word) => sent.includes(word));
  const most = isPart ? Infinity : Math.max(1, Math.floor(Math.min(a.length, b.length) / 3));
  const steps = distance(a, b, most);
  return steps <= most ? steps : Infinity;
}
