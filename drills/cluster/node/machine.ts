import { existsSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../dev/src/operator-error.ts";
import { run } from "../../../dev/src/process/run.ts";
import type { Progress } from "../../../dev/src/progress.ts";

/** Debian packages that a node needs, by a program that each one installs. */
const debianPackages: Readonly<Record<string, string>> = {
  containerd: "containerd",
  runc: "runc",
  nft: "nftables",
  conntrack: "conntrack",
  openssl: "openssl",
  ip: "iproute2",
  "/usr/lib/cni/ptp": "containernetworking-plugins",
};

/** Where plugins of the pod network are. */
export const networkPlugins = "/usr/lib/cni";

/** Why this machine cannot run a node, as a sentence; undefined when it can. What Debian has is installed. */
export async function prepareMachine(progress: Progress): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return "a node takes root, for its namespaces and its containers.";
  const missing = missingPackages();
  if (missing.length > 0) {
    if (programIn("apt-get") === undefined) return `it lacks ${missing.join(", ")}.`;
    await progress.step(`installing ${missing.join(", ")}`, () => install(missing));
  }
  const refused = await run("unshare", ["--net", "--mount", "--pid", "--uts", "--fork", "true"]).then(
    () => undefined,
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );
  return refused === undefined ? undefined : `it takes namespaces, which are refused here: ${refused}`;
}

function missingPackages(): string[] {
  return Object.entries(debianPackages).flatMap(([program, name]) =>
    programIn(program) === undefined ? [name] : [],
  );
}

function programIn(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/sbin"];
  const candidates = name.startsWith("/") ? [name] : folders.map((folder) => path.join(folder, name));
  return candidates.find((file) => existsSync(file));
}

async function install(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
}
