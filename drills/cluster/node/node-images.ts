import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { repository, type Settings } from "../../../dev/src/config.ts";
import { buildImages, fleetImages, imageName, importFolder } from "../../../dev/src/images/build.ts";
import { withEngine, type Engine } from "../../../dev/src/images/engine.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { fetchDns, fetchPause } from "./kubernetes.ts";

/** Builds every image a node needs and answers the archive they are in, kept from one run to the next. */
export async function archiveImages(settings: Settings, progress: Progress): Promise<string> {
  const folder = path.join(repository, ".cache/images");
  await mkdir(folder, { recursive: true });
  const dns = await progress.step("building CoreDNS (once, minutes)", () => fetchDns(settings.cacheDir));
  const pause = await fetchPause(settings.cacheDir);
  return withEngine(path.join(folder, "engine"), progress, async (engine) => {
    const work = path.join(folder, "work");
    await rm(work, { recursive: true, force: true });
    // IMAGES=kept: those of the last run, whatever has changed since.
    if (process.env["IMAGES"] !== "kept") await buildImages(engine, { settings, folder, work, progress });
    await importProgram(engine, work, dns, "coredns");
    await importProgram(engine, work, pause, "pause");
    await rm(work, { recursive: true, force: true });
    return progress.step("saving the images", () => save(engine, folder));
  });
}

/** An image that holds one program without libraries. */
async function importProgram(engine: Engine, work: string, program: string, name: string): Promise<void> {
  const root = path.join(work, `${name}-root`);
  await mkdir(root, { recursive: true });
  await copyFile(program, path.join(root, name));
  await importFolder(engine, root, imageName(name), `ENTRYPOINT ["/${name}"]`);
}

/** One archive, so that what images share is in it once; it is named by what they are. */
async function save(engine: Engine, folder: string): Promise<string> {
  const images = [...fleetImages, "coredns", "pause"].map(imageName);
  const ids = await engine.docker(["image", "inspect", "--format", "{{.Id}}", ...images]);
  const digest = createHash("sha256").update(ids).digest("hex").slice(0, 12);
  const file = path.join(folder, `node-${digest}.tar`);
  if (existsSync(file)) return file;
  for (const other of await readdir(folder))
    if (/^node-.*\.tar/.test(other)) await rm(path.join(folder, other));
  await engine.docker(["save", "--output", `${file}.part`, ...images]);
  await rename(`${file}.part`, file);
  return file;
}
