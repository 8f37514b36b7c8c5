import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";

const mark = "// Proves: ";

/**
 * Paths whose change a drill answers for: the first lines of its file, "// Proves: libs/caller dev/src/keys.ts". A
 * folder stands for all that is in it.
 */
export function pathsProvedBy(drill: string): string[] {
  const lines = readFileSync(path.join(repository, drill), "utf8").split("\n");
  const marks = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith(mark)),
  );
  if (marks.length === 0)
    throw new OperatorError(`${drill} does not begin with "${mark}" and the paths that it proves.`);
  return marks.flatMap((line) => line.slice(mark.length).trim().split(/\s+/));
}

/** The drills that prove something of what has changed, and those that have changed themselves. */
export function selectDrills(changed: readonly string[], drills: readonly string[]): string[] {
  return drills.filter((drill) => {
    const proved = pathsProvedBy(drill);
    const isProved = (file: string): boolean =>
      proved.some((one) => path.matchesGlob(file, one) || path.matchesGlob(file, `${one}/**`));
    return changed.some((file) => file === drill || isProved(file));
  });
}
