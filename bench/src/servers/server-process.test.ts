import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { freePort, until } from "@jst/testing";
import { ServerProcess, startTogether } from "./server-process.ts";
import type { ChainSettings, ServerSettings } from "./settings.ts";

/** Long enough for a process to start what it starts; none that answers takes it. */
const limitMs = 3_000;
/** Tells the processes of this run from those of others. */
const marked = `600.${process.pid}`;
const commonSettings = { connectionString: "", workers: 1, poolSize: 1, sessionOptions: "" };

after(() => {
  for (const pid of processesLeft()) process.kill(pid, "SIGKILL");
});

test("a server that does not answer is ended, with all it started", async () => {
  const start = ServerProcess.start("chain", await silentChain(), limitMs);
  await assert.rejects(start, /The chain does not start/);
  await nothingLeft();
});

test("a server that ends by itself is told of at once, not after the limit", async () => {
  const settings = { ...commonSettings, port: await freePort(), workers: 0 };
  await assert.rejects(ServerProcess.start("floor", settings, 3_600_000), /The floor does not start/);
});

test("when one of several does not start, those that did are stopped", async () => {
  const floor = await floorSettings();
  const chain = await silentChain();
  await assert.rejects(startTogether({ floor, chain }, limitMs), /The chain does not start/);
  await nothingLeft();
});

test("several that start answer, and end when they are told to", async () => {
  const settings = await floorSettings();
  const { floor } = await startTogether({ floor: settings });
  assert.equal((await fetch(`http://127.0.0.1:${settings.port}/`)).status, 500);
  assert.ok(processesLeft().includes(floor.pid));
  await floor.stop();
  assert.ok(!processesLeft().includes(floor.pid));
  // Once more does no harm.
  await floor.stop();
});

/** A floor that answers; it has no database, which it says then. */
async function floorSettings(): Promise<ServerSettings> {
  return { ...commonSettings, port: await freePort(), sessionOptions: marked };
}

/** A chain whose gateway lives and never listens. */
async function silentChain(): Promise<ChainSettings> {
  const [port, chainAuth, chainData] = [await freePort(), await freePort(), await freePort()];
  return {
    ...(commonSettings as Required<ServerSettings>),
    port,
    envoy: "sleep",
    envoyArguments: [marked],
    ports: { chainAuth, chainData },
  };
}

/** A worker ends as soon as it notices that its parent has. */
async function nothingLeft(): Promise<void> {
  await until("nothing is left running", 10_000, () => processesLeft().length === 0 || undefined);
}

/** Processes that still run of those these tests started: their settings, or their arguments, have the mark. */
function processesLeft(): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids
    .filter((pid) => ["environ", "cmdline"].some((file) => read(pid, file).includes(marked)))
    .map(Number);
}

/** Empty when the process ended meanwhile, or is not ours to look into. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
