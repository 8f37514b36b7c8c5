/** Most characters of a title. */
const TITLE_CHARS_MAX = 120;

const folded = (title: string): string => title.toLowerCase();

/**
 * Returns the title, with a number where it is taken: `Customers 2`. Titles that differ by case alone are one; a title
 * with its number has at most 120 characters.
 */
export function freeTitle(title: string, taken: readonly string[]): string {
  const known = new Set(taken.map(folded));
  let free = title;
  for (let number = 2; known.has(folded(free)); number += 1) {
    const ending = ` ${number}`;
    free = `${title.slice(0, TITLE_CHARS_MAX - ending.length).trimEnd()}${ending}`;
  }
  return free;
}
