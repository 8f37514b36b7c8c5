import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The commit whose protos the present ones must not break; undefined when the clone holds none.
 * - On a branch: where it left main, so that a pull request is judged as a whole.
 * - On main with changed protos in the work tree: HEAD.
 * - On main otherwise: the commit before the last one that touched the protos. A clean clone checks that change
 *   again, and one with a history of a single commit has nothing to compare with.
 */
export async function baseCommit(root: string): Promise<string | undefined> {
  const head = await git(root, "rev-parse", "HEAD");
  if (head === undefined) return undefined;
  for (const main of ["origin/main", "main"]) {
    const fork = await git(root, "merge-base", "HEAD", main);
    if (fork !== undefined && fork !== head) return fork;
  }
  if ((await git(root, "status", "--porcelain", "--", "protos")) !== "") return head;
  const last = await git(root, "log", "-1", "--format=%H", "--", "protos");
  return last === undefined || last === ""
    ? undefined
    : git(root, "rev-parse", "--verify", "--quiet", `${last}^`);
}

/**
 * Why a break since `base` is meant: the `Contract-Break:` trailers of its commits. Without one, breaking is a fault.
 * An uncommitted break has none, so it is decided when it is committed.
 */
export async function intendedBreaks(root: string, base: string): Promise<string[]> {
  const trailers = await git(
    root,
    "log",
    "--format=%(trailers:key=Contract-Break,valueonly)",
    `${base}..HEAD`,
  );
  return (trailers ?? "").split("\n").filter((line) => line.trim() !== "");
}

/** Writes the protos of a commit below `dir`, under their paths in the tree; returns how many there are. */
export async function checkoutProtos(root: string, commit: string, dir: string): Promise<number> {
  const names = (await git(root, "ls-tree", "-r", "--name-only", commit, "--", "protos")) ?? "";
  const protos = names.split("\n").filter((path) => path.endsWith(".proto"));
  for (const name of protos) {
    const { stdout } = await run("git", ["show", `${commit}:${name}`], {
      cwd: root,
      maxBuffer: OUTPUT_MAX_BYTES,
    });
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), stdout);
  }
  return protos.length;
}

/** Output of git; undefined when it refuses, as it does for an unknown name or outside a repository. */
async function git(root: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run("git", args, { cwd: root, maxBuffer: OUTPUT_MAX_BYTES })).stdout.trim();
  } catch {
    return undefined;
  }
}
