/** Characters of a name that a reply repeats. */
const NAME_MAX = 100;

/** The dotted path of a member, as errors name it; a name of any length is cut. */
export function fieldOf(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === "string" ? shortened(part) : part)).join(".");
}

function shortened(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX).toWellFormed()}…`;
}
