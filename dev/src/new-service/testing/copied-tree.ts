import { cp, mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { globSync } from "node:fs";
import path from "node:path";
import { repository } from "../../config.ts";

/** Folders that programs of the tree read. */
const parts = ["libs", "services", "dev", "gateway", "charts/fleet/files", "package.json"];

/**
 * A copy of the tree in a new folder, in which its programs run on its own sources and on the packages that are
 * installed here.
 */
export async function copiedTree(): Promise<string> {
  await mkdir(path.join(repository, ".test"), { recursive: true });
  const tree = await mkdtemp(path.join(repository, ".test", "tree-"));
  const filter = (file: string): boolean => path.basename(file) !== "node_modules";
  for (const part of parts)
    await cp(path.join(repository, part), path.join(tree, part), { recursive: true, filter });
  await linkPackages(tree);
  return tree;
}

/** Packages of others are those of this tree; ours are those of the copy. */
async function linkPackages(tree: string): Promise<void> {
  const installed = path.join(repository, "node_modules");
  const ours = path.join(tree, "node_modules/@jst");
  await mkdir(ours, { recursive: true });
  for (const name of await readdir(installed))
    if (name !== "@jst") await symlink(path.join(installed, name), path.join(tree, "node_modules", name));
  for (const file of globSync(["libs/*/package.json", "gateway/package.json"], { cwd: tree })) {
    const { name } = JSON.parse(await readFile(path.join(tree, file), "utf8")) as { name: string };
    await symlink(path.join(tree, path.dirname(file)), path.join(tree, "node_modules", name));
  }
}
