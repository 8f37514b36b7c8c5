import { globSync, statSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";

/** Test files by what they need around them. */
export interface TestFiles {
  /** Components at most, or a fleet of their own that they start. */
  components: string[];
  /** A whole running fleet, which others use at the same time. */
  beside: string[];
  /** A whole running fleet for itself: it kills, freezes or floods processes. */
  alone: string[];
}

/** `test`: in each run. `drill`: when what it proves has changed, and before a release. */
export type Kind = "test" | "drill";

/** Folders that hold tests. */
const testRoots = ["libs", "services", "gateway", "dev", "bench", "e2e"];
/** Folders of e2e whose tests need no fleet. */
const withoutFleet = ["e2e/faults/checker/", "e2e/faults/planted/", "e2e/registering/"];
const alone = "e2e/alone/";

/**
 * Every file of the kind below these folders, or all; a file given by its name is taken whatever its kind. Empty is an
 * OperatorError: a typo must not pass.
 */
export function findTestFiles(kind: Kind, only: readonly string[] = []): string[] {
  const roots = only.length > 0 ? only : testRoots;
  const found = [...new Set(roots.flatMap((root) => filesBelow(root, kind)))].sort();
  if (found.length === 0) throw new OperatorError(`There is no *.${kind}.ts in ${roots.join(", ")}.`);
  return found;
}

/** The files by what they need. */
export function byNeed(files: readonly string[]): TestFiles {
  const needsFleet = (file: string): boolean =>
    file.startsWith("e2e/") && !withoutFleet.some((folder) => file.startsWith(folder));
  const isAlone = (file: string): boolean => file.startsWith(alone) || file.endsWith(".drill.ts");
  const ofFleet = files.filter(needsFleet);
  return {
    components: files.filter((file) => !needsFleet(file)),
    beside: ofFleet.filter((file) => !isAlone(file)),
    alone: ofFleet.filter(isAlone),
  };
}

function filesBelow(root: string, kind: Kind): string[] {
  const relative = path.relative(repository, path.resolve(repository, root));
  const stats = statSync(path.join(repository, relative), { throwIfNoEntry: false });
  if (stats?.isFile()) return [relative];
  const exclude = (name: string): boolean => name === "node_modules";
  return globSync(`${relative}/**/*.${kind}.ts`, { cwd: repository, exclude });
}
