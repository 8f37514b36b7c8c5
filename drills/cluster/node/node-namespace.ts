import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../../dev/src/config.ts";
import { addresses } from "./addresses.ts";

/** Folder of the kernel's control groups: one folder per kind of resource, or one for all. */
const groups = "/sys/fs/cgroup";

/**
 * Runs a program of ours as the node: in a network, mounts and processes of its own, all of which end with it. Answers
 * its exit code. The name is that of the group its pods are in, which alone the kernel does not remove by itself.
 */
export async function runAsNode(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<number | null> {
  for (const folder of groupFolders(name)) {
    mkdirSync(folder, { recursive: true });
    giveWeight(folder);
  }
  const namespaces = [
    "--net",
    "--mount",
    "--pid",
    "--uts",
    "--ipc",
    "--fork",
    "--kill-child",
    "--mount-proc",
  ];
  const init = path.join(repository, "drills/cluster/kubernetes/node-init.sh");
  const child = spawn("unshare", [...namespaces, "bash", init, process.execPath, ...args], {
    cwd: repository,
    stdio: "inherit",
    env: {
      ...process.env,
      ...environment,
      NODE_ADDRESS: addresses.node,
      INTERNET_ADDRESS: addresses.internet,
      // The node has no way out to a proxy.
      NO_PROXY: "*",
      no_proxy: "*",
    },
  });
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  } finally {
    for (const folder of groupFolders(name)) removeGroups(folder);
  }
}

function groupFolders(name: string): string[] {
  const isUnified = existsSync(path.join(groups, "cgroup.controllers"));
  const parents = isUnified
    ? [groups]
    : globSync(`${groups}/*/cgroup.procs`).map((file) => path.dirname(file));
  return parents.map((parent) => path.join(parent, name));
}

/**
 * CPU weight of all pods together, as a number of processes outside of the group. With the default of one, no pod
 * becomes ready on a busy machine.
 */
const weight = 16;

function giveWeight(folder: string): void {
  const perProcess = { "cpu.shares": 1_024, "cpu.weight": 100 };
  for (const [file, value] of Object.entries(perProcess))
    if (existsSync(path.join(folder, file))) writeFileSync(path.join(folder, file), String(value * weight));
}

/** Removes a group and the groups below. The kernel removes its files. */
function removeGroups(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroups(path.join(folder, entry.name));
  rmdirSync(folder);
}
