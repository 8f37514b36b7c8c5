/** Characters of a name that are compared: longer ones are near to none. */
const NAME_MAX = 64;

/**
 * The known name that somebody means who wrote another one: `tabel_id`, `tableId` and `table` mean `table_id`.
 * Undefined when none is near enough.
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

/** The words of a name, however they are joined. */
function wordsOf(name: string): string[] {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part !== "");
}

/** Edits from one name to the other, if they are few beside its length or one has all words of the other. */
function stepsBetween(sent: readonly string[], known: readonly string[]): number {
  const [a, b] = [sent.join(""), known.join("")];
  const steps = editsBetween(a, b);
  const isPart = sent.every((word) => known.includes(word)) || known.every((word) => sent.includes(word));
  return isPart || steps <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3)) ? steps : Infinity;
}

/** Edits of one character, or exchanges of two neighbours, that make one text of the other. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      next.push(edits);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
