import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../process/run.ts";
import { addService, listFile, requireName } from "./add-service.ts";

/** Files that follow from the services' own files and their list: the lock file and the facts of the charts. */
export const derivedFiles = ["package-lock.json", "charts/fleet/files/facts.json"];

/**
 * Adds an empty service to the tree, and what is derived of it; answers the paths of what it has written. When a step
 * fails the tree is as before, so the same name can be tried again.
 */
export async function makeService(tree: string, name: string, derive = deriveFiles): Promise<string[]> {
  requireName(tree, name);
  const changed = [listFile, ...derivedFiles].map((file) => path.join(tree, file));
  const before = await Promise.all(changed.map(async (file) => ({ file, bytes: await readFile(file) })));
  try {
    const written = await addService(tree, name);
    await derive(tree);
    return [...written, ...derivedFiles];
  } catch (error) {
    await rm(path.join(tree, "services", name), { recursive: true, force: true });
    for (const { file, bytes } of before) await writeFile(file, bytes);
    throw error;
  }
}

async function deriveFiles(tree: string): Promise<void> {
  const quietly = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", "--package-lock-only", ...quietly], { cwd: tree });
  // In a process of its own, which reads the list as it is now.
  await run(process.execPath, ["dev/src/charts/generate-main.ts"], { cwd: tree });
}
