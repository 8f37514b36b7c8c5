import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../process/run.ts";
import { archive } from "./base.ts";
import type { Engine } from "./engine.ts";

/** Entry of an image in the output of `docker save`. */
interface Saved {
  Config: string;
  RepoTags: string[];
  Layers: string[];
}

/** An image's configuration (OCI image-spec 1.0) as far as it is read here. */
interface Configuration {
  architecture: string;
  os: string;
  config: Record<string, unknown>;
  rootfs: { type: string; diff_ids: string[] };
  history: { created_by?: string; empty_layer?: boolean }[];
}

/** Ids of images without time, by the id that the builder gave. */
type Known = Record<string, string>;

/**
 * Replaces each image by one with the same files and settings but without times. Files are of 1970 and sorted, and the
 * configuration names no container and no date, so that the id follows from the content. Skips an image of this kind,
 * and one that was built of the same layers before.
 */
export async function makeReproducible(
  engine: Engine,
  images: readonly string[],
  folder: string,
  work: string,
): Promise<void> {
  const list = path.join(folder, "reproducible.json");
  const known = existsSync(list) ? (JSON.parse(await readFile(list, "utf8")) as Known) : {};
  const built = await idsOf(engine, images);
  const made = new Set(Object.values(known));
  const missing: string[] = [];
  for (const [index, image] of images.entries()) {
    const id = built[index] ?? "";
    const earlier = known[id];
    if (made.has(id)) continue;
    if (earlier !== undefined && (await isThere(engine, earlier)))
      await engine.docker(["tag", earlier, image]);
    else missing.push(image);
  }
  if (missing.length === 0) return;
  await rewrite(engine, missing, path.join(work, "reproducible"));
  const ids = await idsOf(engine, images);
  for (const [index, id] of ids.entries()) known[built[index] ?? ""] = id;
  await writeFile(list, JSON.stringify(known));
}

async function idsOf({ docker }: Engine, images: readonly string[]): Promise<string[]> {
  return (await docker(["image", "inspect", "--format", "{{.Id}}", ...images])).trim().split("\n");
}

function isThere({ docker }: Engine, id: string): Promise<boolean> {
  return docker(["image", "inspect", "--format", "{{.Id}}", id]).then(
    () => true,
    () => false,
  );
}

/** Saves them, replaces every layer and configuration, and loads them under the same names. */
async function rewrite({ docker }: Engine, images: readonly string[], work: string): Promise<void> {
  const saved = path.join(work, "saved");
  const target = path.join(work, "target");
  for (const folder of [saved, target]) await mkdir(folder, { recursive: true });
  await docker(["save", "--output", `${saved}.tar`, ...images]);
  await run("tar", ["-xf", `${saved}.tar`, "-C", saved]);
  await rm(`${saved}.tar`);
  const manifest: Saved[] = [];
  const layers = new Map<string, string>();
  for (const image of JSON.parse(await readFile(path.join(saved, "manifest.json"), "utf8")) as Saved[]) {
    for (const layer of image.Layers)
      if (!layers.has(layer)) layers.set(layer, await rewriteLayer(path.join(saved, layer), target));
    const ids = image.Layers.map((layer) => layers.get(layer) ?? "");
    const given = JSON.parse(await readFile(path.join(saved, image.Config), "utf8")) as Configuration;
    const Config = await writeConfiguration(given, ids, target);
    manifest.push({ Config, RepoTags: image.RepoTags, Layers: ids.map((id) => `${id}.tar`) });
  }
  await writeFile(path.join(target, "manifest.json"), JSON.stringify(manifest));
  await run("tar", ["-cf", `${target}.tar`, "-C", target, "."]);
  await docker(["load", "--quiet", "--input", `${target}.tar`]);
  await rm(work, { recursive: true });
}

/** Answers the digest of the layer without time, which lies in the folder under this name. */
async function rewriteLayer(layer: string, target: string): Promise<string> {
  const files = `${layer}.files`;
  await mkdir(files);
  await run("tar", ["-xpf", layer, "--numeric-owner", "-C", files]);
  await rm(layer);
  const part = path.join(target, "part");
  await archive(files, part, { keepsOwners: true });
  await rm(files, { recursive: true });
  const digest = await digestOf(part);
  await rename(part, path.join(target, `${digest}.tar`));
  return digest;
}

async function writeConfiguration(
  { architecture, os, config, history }: Configuration,
  layers: readonly string[],
  target: string,
): Promise<string> {
  const created = new Date(0).toISOString();
  // The container of the build step, and the image it came from, which has a time.
  const settings = { ...config };
  delete settings["Hostname"];
  delete settings["Image"];
  const text = JSON.stringify({
    architecture,
    os,
    created,
    config: settings,
    rootfs: { type: "layers", diff_ids: layers.map((id) => `sha256:${id}`) },
    history: history.map(({ created_by, empty_layer }) => ({ created, created_by, empty_layer })),
  });
  const name = `${createHash("sha256").update(text).digest("hex")}.json`;
  await writeFile(path.join(target, name), text);
  return name;
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest("hex");
}
