/** Names of a closed list that one sentence tells. */
const NAMES_MAX = 50;

/** Lists existing names in the message about an unknown one: `a, b, c`, a long list with how many follow. */
export function toldNames(names: readonly string[]): string {
  const rest = names.length - NAMES_MAX;
  return names.slice(0, NAMES_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
