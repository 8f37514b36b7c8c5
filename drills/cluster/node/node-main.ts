// First program of a node (node-namespace.ts): starts the cluster, installs fleets on it, runs their tests, ends it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../../../dev/src/config.ts";
import { OperatorError } from "../../../dev/src/operator-error.ts";
import { createProgress } from "../../../dev/src/progress.ts";
import { tagImages } from "./container-runtime.ts";
import { installDev, installFleets, resourcesOf } from "./fleets.ts";
import { fleetImages } from "../../../dev/src/images/build.ts";
import { startNode, type NodeMaterial } from "./node.ts";

/** Suites to run, from the operator's environment; all of them by default. */
const { ONLY: only = "", HOLD: hold } = process.env;
const progress = createProgress();

/** In this order: the last one removes what the others use. */
const suites = [
  "drills/cluster/tests/helm-test.test.ts",
  "e2e/cases.test.ts",
  "drills/cluster/tests/policies.test.ts",
  "drills/cluster/tests/isolated.test.ts",
  "drills/cluster/tests/replacement.test.ts",
  "drills/cluster/tests/upgrade.test.ts",
  "drills/cluster/tests/rotation.test.ts",
  "drills/cluster/tests/certificate-rotation.test.ts",
  "drills/cluster/tests/restore.test.ts",
  "drills/cluster/tests/uninstall.test.ts",
];
const devSuite = "drills/cluster/tests/dev.test.ts";

/** Links kubectl where everybody finds it, and says how the cluster and its shared fleet are reached. */
async function describeCluster({ folder, kubernetes }: NodeMaterial, kubeconfig: string): Promise<void> {
  const bin = path.join(folder, "bin");
  await mkdir(bin, { recursive: true });
  await symlink(kubernetes, path.join(bin, "kubectl"));
  const fleet = path.join(folder, "fleet.json");
  const addresses = { base_url: "http://172.30.0.1:30080", public_url: "http://127.0.0.1:30080" };
  await writeFile(fleet, JSON.stringify({ ...addresses, components: {} }));
  Object.assign(process.env, {
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    KUBECONFIG: kubeconfig,
    E2E_FLEET: fleet,
    JST_CONTEXT: "test",
    JST_NAMESPACE: "jst",
  });
}

/** One after another, in their order: of several files Node would choose its own. */
async function runSuites(files: readonly string[]): Promise<boolean> {
  let isPassed = true;
  for (const file of files) isPassed = (await runSuite(file)) && isPassed;
  return isPassed;
}

async function runSuite(file: string): Promise<boolean> {
  const args = ["--test", "--test-timeout=1800000", file];
  const child = spawn(process.execPath, args, { cwd: repository, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

async function testDev(helm: string): Promise<boolean> {
  await installDev(helm, progress);
  progress.note(await resourcesOf(helm, "dev"));
  return runSuites([devSuite]);
}

async function testFleets(helm: string, folder: string, wanted: readonly string[]): Promise<boolean> {
  // The upgrade installs the same images under another tag.
  await tagImages(fleetImages, "0.1.0", "0.1.1");
  await installFleets(helm, folder, progress);
  for (const release of ["jst", "jst-acme"]) progress.note(await resourcesOf(helm, release));
  return runSuites(wanted);
}

async function installAndTest(folder: string): Promise<boolean> {
  const helm = process.env["TEST_HELM"] ?? "helm";
  const isDevRight = !devSuite.includes(only) || (await testDev(helm));
  const wanted = suites.filter((file) => file.includes(only));
  const areFleetsRight = wanted.length === 0 || (await testFleets(helm, folder, wanted));
  return isDevRight && areFleetsRight;
}

/** Until Ctrl-C. */
async function held({ folder }: NodeMaterial): Promise<void> {
  const enter = "nsenter --target $(pgrep --newest --full node-init.sh) --net --mount --pid --uts --ipc";
  const variables = `KUBECONFIG=${folder}/control-plane/kubeconfig.json PATH=${folder}/bin:$PATH`;
  progress.note(`The node is held until Ctrl-C; enter it as root: ${enter} env ${variables} bash`);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => undefined, 60_000);
    process.on("SIGINT", () => {
      clearInterval(timer);
      resolve();
    });
  });
}

async function main(material: NodeMaterial): Promise<boolean> {
  const node = await startNode(material, progress);
  try {
    await describeCluster(material, node.kubeconfig);
    // To look around on an empty node, or, with ONLY, where these suites have left it.
    const isRight = (hold === "1" && only === "") || (await installAndTest(material.folder));
    if (hold === "1") await held(material);
    return isRight;
  } finally {
    await progress.step("stopping the node", () => node.stop());
  }
}

process.on("SIGINT", () => undefined);
try {
  const material = JSON.parse(process.env["NODE_MATERIAL"] ?? "") as NodeMaterial;
  process.exitCode = (await main(material)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof OperatorError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Its children would keep it; they end with it.
process.exit();
