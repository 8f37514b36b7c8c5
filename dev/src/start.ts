import { readFileSync } from "node:fs";
import type { Component, Fleet } from "./component.ts";
import type { Programs } from "./fetch/fetch.ts";
import { OperatorError } from "./operator-error.ts";
import { isFree, requireFreePorts } from "./ports.ts";
import { until } from "./process/until.ts";
import type { Progress } from "./progress.ts";
import { command, fleetReport } from "./supervisor/client.ts";
import type { FleetReport, ProcessReport } from "./supervisor/spec.ts";

/** How long a component may take to start, and one whose process still runs then. */
const READY_LIMITS = { quickMs: 60_000, slowMs: 300_000 };
/** A process that ended this often while starting will not come up by itself. */
const maxExits = 3;

/** Starts a component under the supervisor, unless it runs already, and resolves once it does its work. */
export async function startComponent(
  component: Component,
  fleet: Fleet,
  programs: Programs,
  progress: Progress,
): Promise<void> {
  await progress.step(`starting ${component.name}`, async (detail) => {
    const before = await reportOf(component, fleet);
    const spec = await component.prepare(fleet, programs);
    await command(fleet.paths, { op: "start", spec });
    await waitUntilReady(component, fleet, before?.exits ?? 0, detail);
  });
}

/** Refuses to start anything while a port of a component that does not run yet is taken. */
export async function requirePorts(
  components: readonly Component[],
  fleet: Fleet,
  report: FleetReport | undefined,
): Promise<void> {
  const running = new Set(report?.processes.map(({ name }) => name));
  const missing = components.filter(({ name }) => !running.has(name));
  await requireFreePorts(missing.flatMap((component) => component.ports(fleet.ports)));
}

/**
 * Waits until a component answers, and longer while its process runs: it is slow then. Fails when it exits again and
 * again, or when the time is over.
 */
export async function waitUntilReady(
  component: Component,
  fleet: Fleet,
  exitsBefore: number,
  detail: (text: string) => void,
  { quickMs, slowMs } = READY_LIMITS,
): Promise<void> {
  let reason = "";
  const begun = performance.now();
  const isReady = await until(async () => {
    const now = await reportOf(component, fleet);
    if ((now?.exits ?? 0) - exitsBefore >= maxExits)
      throw await startFailure(component, fleet, now?.lastExit ?? "");
    try {
      await component.probe(fleet);
      return true;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      const isSlow = performance.now() - begun > quickMs;
      if (isSlow && now?.isRunning !== true)
        throw await startFailure(component, fleet, `not ready after ${quickMs / 1000} s: ${reason}`);
      detail(isSlow ? `slow to start, but its process runs: ${reason}` : reason);
      return false;
    }
  }, slowMs);
  if (!isReady)
    throw await startFailure(
      component,
      fleet,
      `its process runs, not ready after ${slowMs / 1000} s: ${reason}`,
    );
}

async function startFailure(component: Component, fleet: Fleet, reason: string): Promise<OperatorError> {
  const log = fleet.paths.log(component.name);
  const tail = readFileSync(log, "utf8").trimEnd().split("\n").slice(-15).join("\n");
  const taken: number[] = [];
  // A process of the fleet that runs has its own ports in use.
  if ((await reportOf(component, fleet))?.isRunning !== true)
    for (const { port } of component.ports(fleet.ports)) if (!(await isFree(port))) taken.push(port);
  const ports = taken.length > 0 ? ` Its port ${taken.join(" and ")} is in use by another program.` : "";
  return new OperatorError(
    `${component.name} does not start (${reason}).${ports} The end of ${log}:\n${tail}`,
  );
}

async function reportOf({ name }: Component, { paths }: Fleet): Promise<ProcessReport | undefined> {
  return (await fleetReport(paths))?.processes.find((one) => one.name === name);
}
