import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Generated } from "./generated.ts";

/** Folders of packages; each may have a gen folder. */
const PACKAGES = ["gateway", "e2e"];
const FOLDERS_OF_PACKAGES = ["libs", "services"];

/** Whether git holds the file, for those who read; the others are made where they are needed. */
export function isCommitted({ path }: Generated): boolean {
  return !path.includes("/gen/");
}

/**
 * Paths of the tree that differ from what is generated: changed, missing, or in a gen folder though nothing makes them.
 */
export async function staleFiles(root: string, files: readonly Generated[]): Promise<string[]> {
  return [...(await differing(root, files)), ...(await strangers(root, files))].sort();
}

/** Paths of these files that differ from what is generated. */
export async function differing(root: string, files: readonly Generated[]): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, content } of files) {
    const actual = await readFile(join(root, path)).catch(() => undefined);
    if (!actual?.equals(bytesOf(content))) stale.push(path);
  }
  return stale;
}

/** Writes the tree and returns the changed files. A concurrent reader sees a whole file, old or new. */
export async function writeFiles(root: string, files: readonly Generated[]): Promise<string[]> {
  const stale = await staleFiles(root, files);
  const contents = new Map(files.map((file) => [file.path, file.content]));
  // Not in the gen folder, where another command would take it for a stranger.
  const aside = join(root, ".cache", `generated.${process.pid}`);
  await mkdir(dirname(aside), { recursive: true });
  for (const path of stale) {
    const content = contents.get(path);
    const target = join(root, path);
    if (content === undefined) {
      await removeStranger(target);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await writeFile(aside, content);
    await rename(aside, target);
  }
  return stale;
}

function bytesOf(content: string | Uint8Array): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
}

/** With the folders it leaves empty: those of a service that another branch has. */
async function removeStranger(path: string): Promise<void> {
  await rm(path, { force: true });
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    if ((await readdir(folder)).length > 0) return;
    await rmdir(folder);
  }
}

async function strangers(root: string, files: readonly Generated[]): Promise<string[]> {
  const known = new Set(files.map((file) => file.path));
  const found: string[] = [];
  for (const folder of await packages(root)) {
    for (const name of await readdir(join(root, folder, "gen")).catch(() => []))
      if (!known.has(`${folder}/gen/${name}`)) found.push(`${folder}/gen/${name}`);
  }
  return found;
}

async function packages(root: string): Promise<string[]> {
  const below = FOLDERS_OF_PACKAGES.map(async (folder) => {
    const names = await readdir(join(root, folder)).catch(() => []);
    return names.map((name) => `${folder}/${name}`);
  });
  return [...PACKAGES, ...(await Promise.all(below)).flat()];
}
