import { rmSync } from "node:fs";
import { allComponents, backing, besides, serviceComponents } from "./components/all.ts";
import { postgresAccount } from "./components/account.ts";
import { gateway } from "./components/gateway.ts";
import { postgresDataDir } from "./components/postgres-home.ts";
import type { Component, Fleet } from "./component.ts";
import { ensureConsoleApp } from "./console-app.ts";
import { defaultBasePort, type Settings } from "./config.ts";
import { prepareDatabase } from "./database.ts";
import { ensureDemoTeam } from "./demo.ts";
import { fetchPrograms, type Programs } from "./fetch/fetch.ts";
import { ensureSecrets } from "./keys.ts";
import { withLock } from "./lock.ts";
import { OperatorError } from "./operator-error.ts";
import { assignPorts } from "./ports.ts";
import type { Progress } from "./progress.ts";
import { requirePorts, startComponent } from "./start.ts";
import { createStateDirs, fleetPaths, type FleetPaths } from "./state.ts";
import { cleanUpOrphans, command, fleetReport, startSupervisor } from "./supervisor/client.ts";
import type { FleetFacts } from "./supervisor/spec.ts";
import { waitForAll } from "./wait-for-all.ts";

/** Brings the whole fleet up, or what is missing of it; resolves once a request has passed through all of it. */
export async function up(settings: Settings, progress: Progress): Promise<FleetFacts> {
  return underLock(settings, async (paths) => {
    const { fleet, programs } = await begin(settings, paths, allComponents, progress);
    await ensureConsoleApp(progress, "development");
    await startAll([...backing, ...besides], fleet, programs, progress);
    await prepareDatabase(fleet, progress);
    await startAll([...serviceComponents, gateway], fleet, programs, progress);
    const facts = await progress.step("asking for the demo team's tables", () => ensureDemoTeam(fleet));
    await command(paths, { op: "describe", facts });
    return facts;
  });
}

/** Starts some components alone, as tests need them. */
export async function upOnly(
  components: readonly Component[],
  settings: Settings,
  progress: Progress,
): Promise<Fleet> {
  return underLock(settings, async (paths) => {
    const { fleet, programs } = await begin(settings, paths, components, progress);
    await startAll(components, fleet, programs, progress);
    return fleet;
  });
}

/** Ends every process of the fleet, also those a killed supervisor left; its data stays. */
export async function down(settings: Settings, progress: Progress): Promise<void> {
  await underLock(settings, (paths) => stopAll(paths, progress));
}

/** Ends the fleet and removes everything it has written: data, keys, logs. The cache of downloads stays. */
export async function reset(settings: Settings, progress: Progress): Promise<void> {
  await underLock(settings, async (paths) => {
    await stopAll(paths, progress);
    rmSync(postgresDataDir(paths, postgresAccount()), { recursive: true, force: true });
    rmSync(paths.stateDir, { recursive: true, force: true });
  });
}

/** The running fleet; a sentence when it is not up. */
export async function openRunning(settings: Settings): Promise<Fleet> {
  const paths = fleetPaths(settings.stateDir);
  const report = await fleetReport(paths);
  if (!report) throw new OperatorError("The fleet is not running; `make up` starts it.");
  return { paths, ports: assignPorts(report.basePort), secrets: await ensureSecrets(paths) };
}

async function underLock<T>(settings: Settings, work: (paths: FleetPaths) => Promise<T>): Promise<T> {
  const paths = fleetPaths(settings.stateDir);
  await createStateDirs(paths);
  return withLock(paths.lockFile, () => work(paths));
}

/** Nothing is started or fetched while a port is taken. */
async function begin(
  settings: Settings,
  paths: FleetPaths,
  components: readonly Component[],
  progress: Progress,
): Promise<{ fleet: Fleet; programs: Programs }> {
  const running = await fleetReport(paths);
  const basePort = settings.basePort ?? running?.basePort ?? defaultBasePort;
  if (running && running.basePort !== basePort) {
    throw new OperatorError(
      `The fleet runs on port ${running.basePort}; run \`make down\` before moving it to ${basePort}.`,
    );
  }
  const fleet = { paths, ports: assignPorts(basePort), secrets: await ensureSecrets(paths) };
  if (!running) await endOrphans(paths, progress);
  await requirePorts(components, fleet, running);
  if (!running) await startSupervisor(paths, basePort);
  return { fleet, programs: await fetchPrograms(settings, progress) };
}

async function endOrphans(paths: FleetPaths, progress: Progress): Promise<void> {
  const orphans = await cleanUpOrphans(paths);
  if (orphans > 0) progress.note(`ended ${orphans} processes of a supervisor that was killed`);
}

async function startAll(
  components: readonly Component[],
  fleet: Fleet,
  programs: Programs,
  progress: Progress,
): Promise<void> {
  await waitForAll(components.map((component) => startComponent(component, fleet, programs, progress)));
}

async function stopAll(paths: FleetPaths, progress: Progress): Promise<void> {
  await progress.step("stopping", async () => {
    if (await fleetReport(paths)) await command(paths, { op: "shutdown" });
    await cleanUpOrphans(paths);
  });
}
