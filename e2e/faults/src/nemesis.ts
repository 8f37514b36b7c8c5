import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { withOpenTransaction, withoutConnections } from "./database-contention.ts";
import type { Components } from "./components.ts";
import { fakeTime, shiftOf } from "./fake-time.ts";
import { withCut, type Cut } from "./links.ts";
import { processTree } from "./process-tree.ts";
import type { Fault, FaultKind } from "./schedule.ts";
import { withFullDisk } from "./small-disk.ts";
import { acknowledgedAt } from "./stored.ts";

/** Until the supervisor has started another process, and it works; a broker on a busy machine takes longest. */
const restartLimitMs = 120_000;

/** Does one fault from its beginning until its processes run again; what they then do is for the checker to say. */
export async function inflict(fault: Fault, components: Components): Promise<void> {
  await acts[fault.kind](fault, components);
}

type Act = (fault: Fault, components: Components) => Promise<void>;

const acts: Record<FaultKind, Act> = {
  kill: async ({ targets }, components) => {
    const victims = await Promise.all(targets.map((name) => components.pidOf(name)));
    for (const pid of victims) signal(pid, "SIGKILL");
    await Promise.all(targets.map((name, index) => another(name, victims[index] ?? 0, components)));
  },

  freeze: async ({ targets, holdMs }, components) => {
    const pids = (await Promise.all(targets.map((name) => components.pidOf(name)))).flatMap(processTree);
    for (const pid of pids) signal(pid, "SIGSTOP");
    await delay(holdMs);
    for (const pid of pids.reverse()) signal(pid, "SIGCONT");
  },

  restart: async ({ targets }, components) => {
    await Promise.all(targets.map((name) => components.restart(name)));
  },

  empty: async (_fault, components) => {
    // An empty topic cannot lose anything: something must be relayed first.
    await somethingIsRelayed(components, 0);
    await withoutBroker(components, () => rm(components.dataDir("kafka"), { recursive: true }));
    await somethingIsRelayed(components, Date.now());
  },

  fill: async ({ holdMs }, components) => {
    const { dataDir, ...disk } = withFullDisk(components.dataDir("kafka"));
    await withoutBroker(components, () => disk.mount());
    await disk.fill();
    await delay(holdMs);
    await disk.free();
    await components.ready("kafka");
    await withoutBroker(components, () => disk.unmount(dataDir));
  },

  clock: async ({ targets, holdMs }, components) => {
    const library = fakeTime();
    if (library === undefined)
      throw new Error("libfaketime is not installed; the schedule must not name it.");
    const specs = await Promise.all(targets.map((name) => components.prepare(name)));
    for (const spec of specs) await components.run({ ...spec, env: { ...spec.env, ...shiftOf(library) } });
    await delay(holdMs);
    for (const spec of specs) await components.run(spec);
  },

  reset: cutOff("reset"),

  blackhole: cutOff("blackhole"),

  hold: async ({ holdMs }, components) => {
    await withOpenTransaction(components.databaseUrl, holdMs);
    await somethingIsRelayed(components, Date.now());
  },

  exhaust: async ({ targets, holdMs }, { databaseUrl }) => {
    await Promise.all(targets.map((role) => withoutConnections(databaseUrl, role, holdMs)));
  },
};

/** Between each target and everybody who needs it. */
function cutOff(cut: Cut): Act {
  return async ({ targets, holdMs }, components) => {
    for (const name of targets) await withCut(components.portOf(name), cut, () => delay(holdMs));
  };
}

/** Kills the broker, does the work while there is none, and starts it on what the work has left of its data. */
async function withoutBroker(components: Components, work: () => Promise<unknown>): Promise<void> {
  const spec = await components.prepare("kafka");
  signal(await components.pidOf("kafka"), "SIGKILL");
  // In its place, so that the supervisor does not start it again under our hands.
  await components.run({ ...spec, command: "/bin/sleep", args: ["infinity"] });
  await work();
  await components.run(await components.prepare("kafka"));
}

/** Resolves once the broker has acknowledged an event of crm after that time, milliseconds of Unix time. */
function somethingIsRelayed(components: Components, sinceMs: number): Promise<true> {
  return until("the broker has taken an event", restartLimitMs, async () =>
    (await acknowledgedAt(components.databaseUrl)) > sinceMs ? true : undefined,
  );
}

function another(name: string, former: number, components: Components): Promise<true> {
  return until(`${name} has another process`, restartLimitMs, async () =>
    (await components.pidOf(name)) === former ? undefined : true,
  );
}

/** A process that is gone already has nothing to be told. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
