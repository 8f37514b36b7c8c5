/** Edits that are still a slip of the hand. */
const EDITS_MAX = 2;

/** Finds the name that an unknown name was probably meant to be: one that differs in a few letters or in case. */
export function closeName(name: string, names: readonly string[]): string | undefined {
  const meant = name.toLowerCase();
  const most = Math.min(EDITS_MAX, Math.floor(meant.length / 3));
  const near = names
    .filter((each) => Math.abs(each.length - meant.length) <= most)
    .map((each) => ({ each, edits: editsBetween(meant, each.toLowerCase()) }))
    .filter(({ edits }) => edits <= most);
  return near.sort((a, b) => a.edits - b.edits)[0]?.each;
}

/** Letters to be put in, taken out or replaced until one text is the other. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
