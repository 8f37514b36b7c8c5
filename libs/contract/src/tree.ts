import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Generated } from "./generated.ts";

/**
 * Paths of the tree that differ from what is generated: changed, missing, or in a gen folder though nothing makes them.
 */
export async function staleFiles(root: string, files: readonly Generated[]): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, content } of files) {
    const actual = await readFile(join(root, path)).catch(() => undefined);
    if (!actual?.equals(bytesOf(content))) stale.push(path);
  }
  return [...stale, ...(await strangers(root, files))].sort();
}

/** Brings the tree up to date and returns what changed. */
export async function writeFiles(root: string, files: readonly Generated[]): Promise<string[]> {
  const stale = await staleFiles(root, files);
  const contents = new Map(files.map((file) => [file.path, file.content]));
  for (const path of stale) {
    const content = contents.get(path);
    const target = join(root, path);
    if (content === undefined) {
      await rm(target);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return stale;
}

function bytesOf(content: string | Uint8Array): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
}

async function strangers(root: string, files: readonly Generated[]): Promise<string[]> {
  const known = new Set(files.map((file) => file.path));
  const services = await readdir(join(root, "services")).catch(() => []);
  const dirs = ["gateway/gen", "e2e/gen", ...services.map((service) => `services/${service}/gen`)];
  const found: string[] = [];
  for (const dir of dirs.filter((candidate) => existsSync(join(root, candidate)))) {
    for (const name of await readdir(join(root, dir))) {
      if (!known.has(`${dir}/${name}`)) found.push(`${dir}/${name}`);
    }
  }
  return found;
}
