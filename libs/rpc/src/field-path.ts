/** Characters of a name that a reply repeats. */
const NAME_MAX = 100;

/** Writes the dotted path of a member, as errors name it; cuts a long name. */
export function fieldOf(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === "string" ? shortened(part) : part)).join(".");
}

function shortened(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX).toWellFormed()}…`;
}
