import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { repository } from "../config.ts";
import { identify } from "../process/identity.ts";

/** Where the pins of one component stand. */
export function pinFile(name: string): string {
  return path.join(repository, "dev/pins", name);
}

/** Cache folder of a component: its name changes with its pins and the machine's architecture. */
export async function pinnedDir(cacheDir: string, name: string, pins: string): Promise<string> {
  const digest = createHash("sha256")
    .update(process.arch)
    .update(await readFile(pins))
    .digest("hex");
  return path.join(cacheDir, `${name}-${digest.slice(0, 12)}`);
}

/**
 * Fills a folder exactly once. The content is built beside it and renamed when complete, so that an interrupted fetch
 * never looks like a cache. Of two fetches at once, the second to finish is dropped.
 */
export async function fillOnce(dir: string, fill: (partDir: string) => Promise<void>): Promise<string> {
  if (existsSync(dir)) return dir;
  await mkdir(path.dirname(dir), { recursive: true });
  await removeAbandonedParts(dir);
  const part = `${dir}.part.${process.pid}`;
  await mkdir(part, { recursive: true });
  try {
    await fill(part);
    await rename(part, dir);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!existsSync(dir)) throw error;
  }
  return dir;
}

async function removeAbandonedParts(dir: string): Promise<void> {
  const prefix = `${path.basename(dir)}.part.`;
  for (const name of await readdir(path.dirname(dir))) {
    if (!name.startsWith(prefix) || identify(Number(name.slice(prefix.length)))) continue;
    await rm(path.join(path.dirname(dir), name), { recursive: true, force: true });
  }
}
