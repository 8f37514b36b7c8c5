// Shows the charts to a real Kubernetes: main.ts. A real API server is asked about everything they render; then, where
// the machine can run a node, fleets of them are installed, used, upgraded and removed. Nothing is left behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { readSettings, repository } from "../../../dev/src/config.ts";
import { findHelm } from "../../../dev/src/fetch/helm.ts";
import { withLock } from "../../../dev/src/lock.ts";
import { OperatorError } from "../../../dev/src/operator-error.ts";
import { run } from "../../../dev/src/process/run.ts";
import { createProgress } from "../../../dev/src/progress.ts";
import { createStateDirs, fleetPaths } from "../../../dev/src/state.ts";
import { startControlPlane } from "./control-plane.ts";
import { fetchKubernetes } from "./kubernetes.ts";
import { prepareMachine } from "./machine.ts";
import { archiveImages } from "./node-images.ts";
import { runAsNode } from "./node-namespace.ts";

const settings = readSettings();
const progress = createProgress();
const state = fleetPaths(path.join(repository, ".test/cluster"));

interface Programs {
  helm: string;
  kubernetes: string;
}

async function main(): Promise<boolean> {
  const helm = process.env["TEST_HELM"] ?? (await findHelm(settings.cacheDir));
  const kubernetes = await progress.step("building Kubernetes 1.34 (once, minutes)", () =>
    fetchKubernetes(settings.cacheDir),
  );
  await run(helm, ["dependency", "build", "charts/fleet"], { cwd: repository });
  // A run of the node alone or of one suite skips the dry run.
  const isWhole = process.env["HOLD"] !== "1" && (process.env["ONLY"] ?? "") === "";
  const isTaken = !isWhole || (await dryRun({ helm, kubernetes }));
  return (await onNode({ helm, kubernetes })) && isTaken;
}

/** Sends every object to an API server without a node. */
async function dryRun({ helm, kubernetes }: Programs): Promise<boolean> {
  const folder = path.join(state.stateDir, "control-plane");
  const plane = await progress.step("starting etcd and the API server", () =>
    startControlPlane(kubernetes, folder),
  );
  try {
    const env = {
      ...process.env,
      TEST_HELM: helm,
      TEST_KUBERNETES: kubernetes,
      KUBECONFIG: plane.kubeconfig,
    };
    const tests = globSync("drills/cluster/dry-run/*.test.ts", { cwd: repository });
    const child = spawn(process.execPath, ["--test", ...tests], { cwd: repository, env, stdio: "inherit" });
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } finally {
    await progress.step("stopping", () => plane.stop());
  }
}

/** Installations whose pods run. */
async function onNode({ helm, kubernetes }: Programs): Promise<boolean> {
  const reason = await prepareMachine(progress);
  if (reason !== undefined) {
    progress.note(`Nothing was installed: ${reason}`);
    return true;
  }
  const images = await archiveImages(settings, progress);
  const folder = path.join(state.stateDir, "node");
  const group = `jst-node-${process.pid}`;
  try {
    const material = { kubernetes, images, folder, group: `/${group}` };
    const environment = {
      NODE_MATERIAL: JSON.stringify(material),
      TEST_HELM: helm,
      TEST_KUBERNETES: kubernetes,
    };
    return (await runAsNode(group, ["drills/cluster/node/node-main.ts"], environment)) === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Ctrl-C ends the tests, which share our terminal; this process lives on to stop the servers.
process.on("SIGINT", () => undefined);
try {
  await createStateDirs(state);
  process.exitCode = (await withLock(state.lockFile, main)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
