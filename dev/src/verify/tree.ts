import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { run } from "../process/run.ts";

/** Files of a tree by their path, with their texts. */
export type Tree = ReadonlyMap<string, string>;

/** The files with such names that people wrote: what is generated is in no tree. */
export async function writtenTree(names: RegExp): Promise<Tree> {
  const listed = await run("git", ["ls-files", "-co", "--exclude-standard"], { cwd: repository });
  const files = listed.split("\n").filter((file) => names.test(file) && !/(?:^|\/)gen\//.test(file));
  const written = files.filter((file) => existsSync(path.join(repository, file)));
  return new Map(written.map((file) => [file, readFileSync(path.join(repository, file), "utf8")]));
}

/** Tells each fault; the check fails when there is one. */
export function tellFaults(faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
