import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, beforeEach, test } from "node:test";
import { identify, isRunning, type ProcessIdentity } from "../process/identity.ts";
import { until } from "../process/until.ts";
import { createStateDirs, fleetPaths, readJson, replaceFile, type FleetPaths } from "../state.ts";
import { cleanUpOrphans, command, fleetReport, startSupervisor } from "./client.ts";
import type { FleetFacts, ProcessReport, ProcessSpec, Stage } from "./spec.ts";

const root = mkdtempSync(path.join(tmpdir(), "jst-supervisor-"));
let paths: FleetPaths;

beforeEach(async () => {
  // Longer than the kernel lets a socket's path be.
  paths = fleetPaths(
    path.join(root, "a-state-folder-with-quite-a-long-name-".repeat(4), String(performance.now())),
  );
  mkdirSync(paths.stateDir, { recursive: true });
  await createStateDirs(paths);
  await startSupervisor(paths, 8080);
});
afterEach(async () => {
  if (await fleetReport(paths)) await command(paths, { op: "shutdown" });
  await cleanUpOrphans(paths);
});
after(() => rmSync(root, { recursive: true }));

test("a killed process is started again, and fleet.json has its new pid", async () => {
  await start("sleeper", "exec sleep 600");
  await command(paths, { op: "describe", facts });
  const { pid } = await reportOf("sleeper");
  process.kill(pid, "SIGKILL");
  assert.ok(await until(async () => (await reportOf("sleeper")).pid !== pid, 60_000));
  const fleet = await readJson<{ components: Record<string, { pid: number }> }>(paths.fleetFile);
  assert.equal(fleet?.components["sleeper"]?.pid, (await reportOf("sleeper")).pid);
});

test("a process that cannot stay up is tried again less and less often", async () => {
  await start("broken", "exit 3");
  assert.ok(await until(async () => (await reportOf("broken")).exits >= 3, 60_000));
  const { lastExit, exits } = await reportOf("broken");
  assert.equal(lastExit, "exit code 3");
  assert.ok(exits < 6, `${exits} starts are no backing off`);
});

test("starting what runs already changes nothing, and another specification replaces it", async () => {
  await start("sleeper", "exec sleep 600");
  const { pid } = await reportOf("sleeper");
  await start("sleeper", "exec sleep 600");
  assert.equal((await reportOf("sleeper")).pid, pid);
  await start("sleeper", "exec sleep 601");
  assert.notEqual((await reportOf("sleeper")).pid, pid);
  assert.equal(identify(pid), undefined);
});

test("a shutdown ends doors before what stands behind them, and kills what does not listen", async () => {
  const order = path.join(paths.stateDir, "order");
  await start(
    "gateway",
    `trap 'echo gateway >> ${order}; exit' TERM; while :; do sleep 0.05; done`,
    "gateway",
  );
  await start(
    "service",
    `trap 'echo service >> ${order}; exit' TERM; while :; do sleep 0.05; done`,
    "service",
  );
  await start("deaf", "trap '' TERM; while :; do sleep 0.05; done", "component");
  const pids = ((await fleetReport(paths))?.processes ?? []).map(({ pid }) => pid);
  await command(paths, { op: "shutdown" });
  assert.deepEqual(pids.map(identify), [undefined, undefined, undefined]);
  assert.equal(readFileSync(order, "utf8"), "gateway\nservice\n");
  assert.ok(await until(async () => (await fleetReport(paths)) === undefined, 60_000));
});

test("what a killed supervisor leaves behind is ended by the next command, and no other process is", async () => {
  await start("sleeper", "exec sleep 600");
  const { pid } = await reportOf("sleeper");
  const supervisor = await readJson<ProcessIdentity>(paths.supervisorFile);
  assert.ok(supervisor);
  process.kill(supervisor.pid, "SIGKILL");
  assert.ok(await until(() => !isRunning(supervisor), 60_000));
  const records = (await readJson<object[]>(paths.processesFile)) ?? [];
  const reused = { ...records[0], pid: process.pid, started: "another boot:1" };
  await replaceFile(paths.processesFile, JSON.stringify([...records, reused]));
  assert.equal(await cleanUpOrphans(paths), 1);
  assert.equal(identify(pid), undefined);
});

const facts: FleetFacts = {
  base_url: "http://127.0.0.1:8080",
  team: { id: "1", slug: "demo" },
  tokens: { service: "s", human: "h", break_glass: "b" },
};

async function start(name: string, script: string, stage: Stage = "component"): Promise<void> {
  const spec: ProcessSpec = {
    name,
    stage,
    command: "/bin/sh",
    args: ["-c", script],
    env: { PATH: "/usr/bin:/bin" },
    cwd: "/",
    stopSignal: "SIGTERM",
    stopLimitMs: 300,
    log: paths.log(name),
    url: "none://",
  };
  await command(paths, { op: "start", spec });
}

async function reportOf(name: string): Promise<ProcessReport> {
  const report = (await fleetReport(paths))?.processes.find((one) => one.name === name);
  assert.ok(report);
  return report;
}
