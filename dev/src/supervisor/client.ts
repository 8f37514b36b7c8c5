import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { isRunning, type ProcessIdentity } from "../process/identity.ts";
import { stopProcess } from "../process/stop.ts";
import { until } from "../process/until.ts";
import { readJson, type FleetPaths } from "../state.ts";
import { askSupervisor } from "./control.ts";
import { stopOrder, type ControlRequest, type FleetReport, type ProcessRecord } from "./spec.ts";

const startLimitMs = 15_000;

/** The fleet as its supervisor reports it; undefined when no supervisor runs. */
export async function fleetReport(paths: FleetPaths): Promise<FleetReport | undefined> {
  if (!existsSync(paths.runDir)) return undefined;
  const reply = await askSupervisor(paths.runDir, { op: "list" });
  return reply?.ok ? reply.fleet : undefined;
}

/** Makes the running supervisor do something; its refusal is an OperatorError. */
export async function command(paths: FleetPaths, request: ControlRequest): Promise<FleetReport> {
  const reply = await askSupervisor(paths.runDir, request);
  if (reply === undefined) {
    throw new OperatorError(
      `The fleet's supervisor went away (${paths.log("supervisor")}); run \`make up\` again.`,
    );
  }
  if (!reply.ok) throw new OperatorError(reply.error);
  return reply.fleet;
}

/** Starts a supervisor in the background and waits until it answers. The caller holds the fleet's lock. */
export async function startSupervisor(paths: FleetPaths, basePort: number): Promise<void> {
  const log = openSync(paths.log("supervisor"), "a");
  const main = path.join(import.meta.dirname, "main.ts");
  const child = spawn(process.execPath, [main, paths.stateDir, String(basePort)], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const isUp = await until(async () => ended() || (await fleetReport(paths)) !== undefined, startLimitMs);
  if (isUp && !ended()) return;
  const tail = readFileSync(paths.log("supervisor"), "utf8").slice(-1_500);
  throw new OperatorError(`The fleet's supervisor did not start:\n${tail}`);
}

/** Ends whatever a killed supervisor left behind, and the supervisor itself if it lives but does not answer. */
export async function cleanUpOrphans(paths: FleetPaths): Promise<number> {
  const supervisor = await readJson<ProcessIdentity>(paths.supervisorFile);
  if (supervisor && isRunning(supervisor)) await stopProcess(supervisor, "SIGKILL", 5_000);
  const orphans = ((await readJson<ProcessRecord[]>(paths.processesFile)) ?? []).filter(isRunning);
  for (const stage of stopOrder) {
    const ofStage = orphans.filter((orphan) => orphan.stage === stage);
    await Promise.all(ofStage.map((orphan) => stopProcess(orphan, orphan.stopSignal, orphan.stopLimitMs)));
  }
  for (const file of [paths.supervisorFile, paths.processesFile, paths.fleetFile])
    rmSync(file, { force: true });
  return orphans.length;
}
