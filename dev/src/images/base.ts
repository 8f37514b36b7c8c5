import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import type { Part } from "./sbom.ts";

/** System packages that our programs need: the C and C++ libraries, time zones, names of services, authorities. */
export const systemPackages = ["libc6", "libgcc-s1", "libstdc++6", "tzdata", "netbase", "ca-certificates"];
/** The same with a shell, for images that drain or prepare themselves. */
export const shellPackages = [...systemPackages, "bash", "libtinfo6"];

const everyone = "65532";

/**
 * Fills an empty folder with the files of Debian packages and nothing else: no package manager, no users but root and
 * the one that everything runs as. apt checks the signatures; which versions it took stands in /etc/jst/packages.json.
 */
export async function fillRoot(root: string, packages: readonly string[], downloads: string): Promise<void> {
  await mkdir(downloads, { recursive: true });
  await mkdir(root, { recursive: true });
  await download(packages, downloads);
  const parts: Part[] = [];
  for (const file of (await readdir(downloads)).filter((name) => name.endsWith(".deb")).sort()) {
    const archive = path.join(downloads, file);
    const [name = "", version = "", arch = ""] = await fieldsOf(archive);
    if (!packages.includes(name)) continue;
    await run("dpkg-deb", ["--extract", archive, root]);
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${arch}`;
    parts.push({ name, version, purl });
  }
  await rm(path.join(root, "usr/share/doc"), { recursive: true, force: true });
  await rm(path.join(root, "usr/share/man"), { recursive: true, force: true });
  if (packages.includes("bash")) await symlink("bash", path.join(root, "bin/sh"));
  await writeIdentity(root);
  await trustAuthorities(root);
  await write(root, "etc/jst/packages.json", JSON.stringify(parts));
}

async function download(packages: readonly string[], target: string): Promise<void> {
  const missing = [];
  const present = existsSync(target) ? await readdir(target) : [];
  for (const name of packages) if (!present.some((file) => file.startsWith(`${name}_`))) missing.push(name);
  if (missing.length === 0) return;
  try {
    // Root would have to hand the folder to apt's own account otherwise.
    await run("apt-get", ["download", "-qq", "-o", "APT::Sandbox::User=root", ...missing], { cwd: target });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `The packages of the base image could not be fetched: it takes Debian or Ubuntu, and \`apt-get update\` once.\n${reason}`,
      { cause },
    );
  }
}

async function fieldsOf(archive: string): Promise<string[]> {
  const text = await run("dpkg-deb", [
    "--show",
    "--showformat",
    "${Package}\n${Version}\n${Architecture}",
    archive,
  ]);
  return text.split("\n");
}

async function writeIdentity(root: string): Promise<void> {
  await write(
    root,
    "etc/passwd",
    `root:x:0:0:root:/root:/sbin/nologin\njst:x:${everyone}:${everyone}:jst:/tmp:/sbin/nologin\n`,
  );
  await write(root, "etc/group", `root:x:0:\njst:x:${everyone}:\n`);
  await write(root, "etc/nsswitch.conf", "hosts: files dns\n");
  await mkdir(path.join(root, "tmp"), { recursive: true });
  await chmod(path.join(root, "tmp"), 0o1777);
}

/** Does the work of the package's own script: one file with every authority. */
async function trustAuthorities(root: string): Promise<void> {
  const folder = path.join(root, "usr/share/ca-certificates/mozilla");
  const files = (await readdir(folder)).sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  await write(root, "etc/ssl/certs/ca-certificates.crt", texts.join(""));
}

/** Adds a part to the list of what the root is made of. */
export async function note(root: string, part: Part): Promise<void> {
  const file = path.join(root, "etc/jst/packages.json");
  const parts = JSON.parse(await readFile(file, "utf8")) as Part[];
  await write(root, "etc/jst/packages.json", JSON.stringify([...parts, part]));
}

/** Copies a program into a root, executable for everyone. */
export async function addProgram(root: string, from: string, to: string): Promise<void> {
  const target = path.join(root, to);
  await mkdir(path.dirname(target), { recursive: true });
  await copyFile(from, target);
  await run("chmod", ["755", target]);
}

async function write(root: string, name: string, text: string): Promise<void> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/**
 * The folder as a tar that depends on its files alone: sorted, of no time, and of root unless it keeps their owners.
 */
export async function archive(root: string, target: string, { keepsOwners = false } = {}): Promise<void> {
  const stable = ["--sort=name", "--numeric-owner", "--mtime=@0", "--format=gnu"];
  const owners = keepsOwners ? [] : ["--owner=0", "--group=0"];
  await run("tar", [...stable, ...owners, "-C", root, "-cf", target, "."]);
}
