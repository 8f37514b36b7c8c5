import { globSync, statSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";

/** Test files by what they need around them. */
export interface TestFiles {
  /** Components at most. */
  components: string[];
  /** A whole running fleet. */
  fleet: string[];
}

/** Folders of e2e whose tests need no fleet. */
const aloneInE2e = ["e2e/faults/checker/", "e2e/faults/planted/", "e2e/registering/"];

/** Every test file below these folders, or those of some paths. Empty is an OperatorError: a typo must not pass. */
export function findTestFiles(only: readonly string[]): TestFiles {
  const roots = only.length > 0 ? only : ["libs", "services", "gateway", "dev", "bench", "e2e"];
  const found = [...new Set(roots.flatMap(testFilesBelow))].sort();
  if (found.length === 0) throw new OperatorError(`There is no *.test.ts in ${roots.join(", ")}.`);
  const needsFleet = (file: string): boolean =>
    file.startsWith("e2e/") && !aloneInE2e.some((folder) => file.startsWith(folder));
  return { components: found.filter((file) => !needsFleet(file)), fleet: found.filter(needsFleet) };
}

function testFilesBelow(root: string): string[] {
  const relative = path.relative(repository, path.resolve(repository, root));
  const stats = statSync(path.join(repository, relative), { throwIfNoEntry: false });
  if (stats?.isFile()) return [relative];
  const exclude = (name: string): boolean => name === "node_modules";
  return globSync(`${relative}/**/*.test.ts`, { cwd: repository, exclude });
}
