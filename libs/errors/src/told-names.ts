/** Names of a closed list that one sentence tells. */
const NAMES_MAX = 50;

/** What there is, in the place of a name that there is not: `a, b, c`, a long list with how many follow. */
export function toldNames(names: readonly string[]): string {
  const rest = names.length - NAMES_MAX;
  return names.slice(0, NAMES_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
