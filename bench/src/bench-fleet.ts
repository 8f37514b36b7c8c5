import { existsSync } from "node:fs";
import path from "node:path";
import { startEmbedder } from "@jst/testing/embedder";
import type { Fleet } from "../../dev/src/component.ts";
import { repository, type Settings } from "../../dev/src/config.ts";
import { openRunning, reset, up } from "../../dev/src/fleet.ts";
import { findFreeBase } from "../../dev/src/ports.ts";
import type { Progress } from "../../dev/src/progress.ts";
import { fleetPaths, type FleetPaths } from "../../dev/src/state.ts";
import { fleetReport } from "../../dev/src/supervisor/client.ts";
import { setProduction } from "./config.ts";
import { benchPorts } from "./ports.ts";
import { startCollector } from "./servers/collector.ts";

/** Path of the seed's facts; the file exists once the seed is complete. */
export function factsFile({ keysDir }: FleetPaths): string {
  return path.join(keysDir, "bench.json");
}

/** Runs the work with a whole fleet of its own beside others. A kept one is found again with its data. */
export async function withBenchFleet<T>(
  settings: Settings,
  isKept: boolean,
  progress: Progress,
  work: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const stateDir = path.join(repository, ".test/bench/fleet");
  const paths = fleetPaths(stateDir);
  const running = isKept && existsSync(factsFile(paths)) ? await fleetReport(paths) : undefined;
  if (running === undefined) await reset({ ...settings, stateDir, basePort: undefined }, progress);
  const own = {
    ...settings,
    stateDir,
    basePort: running?.basePort ?? settings.basePort ?? (await findFreeBase()),
  };
  const collector = await startCollector(benchPorts(own.basePort).collector);
  // A kept fleet's team has its questions turned into vectors again by the same address.
  const embedder = await startEmbedder(benchPorts(own.basePort).embedder);
  try {
    // Memory as in production, and telemetry: the usual share of traces leaves every process.
    setProduction(benchPorts(own.basePort).collector);
    await up(own, progress);
    return await work(await openRunning(own));
  } finally {
    if (!isKept) await reset({ ...own, basePort: undefined }, progress);
    embedder.close();
    collector.close();
    collector.closeAllConnections();
  }
}
