// Asks a real API server about everything the charts render: main.ts. Nothing is installed and nothing is left behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import path from "node:path";
import { readSettings, repository } from "../config.ts";
import { findHelm } from "../fetch/helm.ts";
import { withLock } from "../lock.ts";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { createProgress } from "../progress.ts";
import { createStateDirs, fleetPaths } from "../state.ts";
import { startControlPlane } from "./control-plane.ts";
import { fetchKubernetes } from "./kubernetes.ts";

const { cacheDir } = readSettings();
const progress = createProgress();
const state = fleetPaths(path.join(repository, ".test/cluster"));

async function main(): Promise<boolean> {
  const helm = process.env["TEST_HELM"] ?? (await findHelm(cacheDir));
  const kubernetes = await progress.step("building Kubernetes 1.34 (once, minutes)", () =>
    fetchKubernetes(cacheDir),
  );
  const folder = path.join(state.stateDir, "control-plane");
  const plane = await progress.step("starting etcd and the API server", () =>
    startControlPlane(kubernetes, folder),
  );
  try {
    await run(helm, ["dependency", "build", "charts/fleet"], { cwd: repository });
    const env = {
      ...process.env,
      TEST_HELM: helm,
      TEST_KUBERNETES: kubernetes,
      KUBECONFIG: plane.kubeconfig,
    };
    const tests = globSync("charts/cluster-tests/*.test.ts", { cwd: repository });
    const child = spawn(process.execPath, ["--test", ...tests], { cwd: repository, env, stdio: "inherit" });
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } finally {
    await progress.step("stopping", () => plane.stop());
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
