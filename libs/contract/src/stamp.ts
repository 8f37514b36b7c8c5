// Whether the gen/ folders follow from protos/. This is asked at the start of every command, so it needs Node alone.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { handlerFiles } from "./handler-files.ts";

/** Inputs of generated code; the versions of the generator's packages are pinned in its package.json. */
const INPUTS = [
  "protos",
  "libs/contract/src",
  "libs/contract/package.json",
  "libs/query/src/patterns.ts",
  "libs/events/src/notice-kinds.ts",
  "buf.yaml",
];
const STAMP = ".cache/generated.json";

interface Stamp {
  inputs: string;
  /** Size and time of each file, by path: a checkout of another commit may have changed or removed one. */
  files: Record<string, string>;
}

/** True when nothing that decides on generated code changed since it was made, and all of it is still there. */
export function isCurrent(root: string): boolean {
  const stamp = readStamp(root);
  if (stamp === undefined) return false;
  const files = Object.entries(stamp.files);
  return files.every(([path, mark]) => markOf(root, path) === mark) && stamp.inputs === digestOfInputs(root);
}

/** Digest of what decides on generated code. It is taken before the inputs are read, so a later edit shows. */
export function digestOfInputs(root: string): string {
  const names = [...handlerFiles(root)].join("\n");
  return createHash("sha256").update(digestOfFiles(root, INPUTS)).update(names).digest("hex");
}

/** Digest of files, and of folders with all that is in them but tests. */
export function digestOfFiles(root: string, paths: readonly string[]): string {
  const digest = createHash("sha256");
  for (const path of paths.flatMap((one) => filesBelow(root, one)))
    digest
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  return digest.digest("hex");
}

/** Notes that these files were made of these inputs. */
export function writeStamp(root: string, inputs: string, paths: readonly string[]): void {
  const files = Object.fromEntries(paths.map((path) => [path, markOf(root, path) ?? ""]));
  const target = join(root, STAMP);
  mkdirSync(dirname(target), { recursive: true });
  const aside = `${target}.${process.pid}`;
  writeFileSync(aside, JSON.stringify({ inputs, files } satisfies Stamp));
  renameSync(aside, target);
}

function readStamp(root: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), "utf8")) as Stamp;
  } catch {
    return undefined;
  }
}

function markOf(root: string, path: string): string | undefined {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs}`;
}

function filesBelow(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return names.sort();
}
