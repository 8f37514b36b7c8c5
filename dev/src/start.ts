import { readFileSync } from "node:fs";
import type { Component, Fleet } from "./component.ts";
import type { Programs } from "./fetch/fetch.ts";
import { OperatorError } from "./operator-error.ts";
import { isFree, requireFreePorts } from "./ports.ts";
import { until } from "./process/until.ts";
import type { Progress } from "./progress.ts";
import { command, fleetReport } from "./supervisor/client.ts";
import type { FleetReport } from "./supervisor/spec.ts";

const readyLimitMs = 60_000;
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

/** Waits until a component answers; fails when it exits again and again, or after half a minute and more. */
export async function waitUntilReady(
  component: Component,
  fleet: Fleet,
  exitsBefore: number,
  detail: (text: string) => void,
): Promise<void> {
  let reason = "";
  const isReady = await until(async () => {
    const now = await reportOf(component, fleet);
    if ((now?.exits ?? 0) - exitsBefore >= maxExits)
      throw await startFailure(component, fleet, now?.lastExit ?? "");
    try {
      await component.probe(fleet);
      return true;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      detail(reason);
      return false;
    }
  }, readyLimitMs);
  if (!isReady)
    throw await startFailure(component, fleet, `not ready after ${readyLimitMs / 1000} s: ${reason}`);
}

async function startFailure(component: Component, fleet: Fleet, reason: string): Promise<OperatorError> {
  const log = fleet.paths.log(component.name);
  const tail = readFileSync(log, "utf8").trimEnd().split("\n").slice(-15).join("\n");
  const taken: number[] = [];
  for (const { port } of component.ports(fleet.ports)) if (!(await isFree(port))) taken.push(port);
  const ports = taken.length > 0 ? ` Its port ${taken.join(" and ")} is in use.` : "";
  return new OperatorError(
    `${component.name} does not start (${reason}).${ports} The end of ${log}:\n${tail}`,
  );
}

async function reportOf(
  { name }: Component,
  { paths }: Fleet,
): Promise<{ exits: number; lastExit?: string } | undefined> {
  return (await fleetReport(paths))?.processes.find((one) => one.name === name);
}
