import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "pg";
import { kafka } from "./components/kafka.ts";
import { postgres, superuserUrl } from "./components/postgres.ts";
import { redis } from "./components/redis.ts";
import type { Component, Fleet } from "./component.ts";
import { readSettings, repository, type Settings } from "./config.ts";
import { down, reset, upOnly } from "./fleet.ts";
import { findFreeBase } from "./ports.ts";
import { identify, isRunning } from "./process/identity.ts";
import { until } from "./process/until.ts";
import { createProgress } from "./progress.ts";
import { waitUntilReady } from "./start.ts";
import { fleetReport } from "./supervisor/client.ts";

const components = [postgres, redis, kafka];
const progress = createProgress(() => undefined);
let settings: Settings;
let fleet: Fleet;

before(async () => {
  mkdirSync(path.join(repository, ".test"), { recursive: true });
  const stateDir = mkdtempSync(path.join(repository, ".test/dev-"));
  settings = { ...readSettings(), stateDir, basePort: await findFreeBase() };
  fleet = await upOnly(components, settings, progress);
});
after(async () => {
  await reset(settings, progress);
});

test("every component does its work as soon as the start has ended", async () => {
  await Promise.all(components.map((component) => component.probe(fleet)));
});

test("a start on a running fleet starts nothing again", async () => {
  const pids = await livePids();
  await upOnly(components, settings, progress);
  assert.deepEqual(await livePids(), pids);
});

test("a component whose process runs is slow, and its own port is not another program's", async () => {
  const slow: Component = { ...redis, probe: () => Promise.reject(new Error("still loading")) };
  const seen: string[] = [];
  const limits = { quickMs: 50, slowMs: 200 };
  const waiting = waitUntilReady(slow, fleet, 0, (text) => seen.push(text), limits);
  await assert.rejects(waiting, (error: Error) => {
    assert.match(
      error.message,
      /redis does not start \(its process runs, not ready after 0.2 s: still loading\)/,
    );
    assert.doesNotMatch(error.message, /another program/);
    return true;
  });
  assert.equal(seen.at(-1), "slow to start, but its process runs: still loading");
});

test("a killed PostgreSQL is back with every acknowledged write", async () => {
  await query("create table kept (value int)");
  await query("insert into kept values (1)");
  await kill(postgres);
  const isBack = await until(() => query("select * from kept").then(isOne, () => false), 60_000);
  assert.ok(isBack);
});

test("a killed Redis and a killed Kafka are back", async () => {
  await Promise.all([kill(redis), kill(kafka)]);
  for (const component of [redis, kafka]) {
    assert.ok(await until(() => component.probe(fleet).then(yes, no), 60_000), component.name);
  }
});

test("secrets are readable by their owner only", () => {
  for (const name of ["postgres-password", "operator-key", "caller-signing-key.jwk", "role-passwords.json"]) {
    assert.equal(statSync(path.join(fleet.paths.keysDir, name)).mode & 0o077, 0, name);
  }
});

test("the database and Redis refuse a wrong password", async () => {
  const stranger = { ...fleet, secrets: { ...fleet.secrets, superuserPassword: "x", redisPassword: "x" } };
  await assert.rejects(postgres.probe(stranger), /password authentication failed/);
  await assert.rejects(redis.probe(stranger), /PING was answered with -NOAUTH/);
});

test("jst status names every component that is not healthy, and exits with 1", async () => {
  const env = { ...process.env, JST_STATE: settings.stateDir };
  const ended = promisify(execFile)(path.join(repository, "jst"), ["status", "--json"], { env });
  const { code, stdout } = await ended.then(
    () => assert.fail("exit code 0"),
    (error: unknown) => error as { code: number; stdout: string },
  );
  assert.equal(code, 1);
  const status = JSON.parse(stdout) as { healthy: boolean; components: { name: string; healthy: boolean }[] };
  assert.equal(status.healthy, false);
  const healthy = status.components.filter((component) => component.healthy).map(({ name }) => name);
  assert.deepEqual(
    healthy,
    components.map(({ name }) => name),
  );
});

test("down leaves nothing running, and the next start finds the data", async () => {
  const pids = await livePids();
  await down(settings, progress);
  assert.deepEqual(
    pids.map(identify),
    pids.map(() => undefined),
  );
  assert.equal(await fleetReport(fleet.paths), undefined);
  await upOnly([postgres], settings, progress);
  assert.ok(await query("select * from kept").then(isOne));
});

test("a start that meets a taken port names it and starts nothing", async () => {
  const beside = { ...settings, stateDir: mkdtempSync(path.join(repository, ".test/dev-")) };
  await assert.rejects(
    upOnly([postgres], beside, progress),
    /^OperatorError: Port \d+ \(PostgreSQL\) is taken/,
  );
  assert.equal(existsSync(path.join(beside.stateDir, "run/supervisor.json")), false);
  rmSync(beside.stateDir, { recursive: true });
});

test("a component that cannot start is reported with the end of its log", async () => {
  const broken: Component = {
    ...redis,
    name: "broken",
    async prepare(fleet, programs) {
      const spec = await redis.prepare(fleet, programs);
      return { ...spec, name: "broken", args: ["--no-such-setting"], log: fleet.paths.log("broken") };
    },
    probe: () => Promise.reject(new Error("not up")),
  };
  const start = upOnly([broken], settings, progress);
  await assert.rejects(start, /broken does not start \(exit code 1\)[^]*no-such-setting/);
  assert.match(readFileSync(fleet.paths.log("broken"), "utf8"), /no-such-setting/);
});

async function livePids(): Promise<number[]> {
  return ((await fleetReport(fleet.paths))?.processes ?? []).map(({ pid }) => pid);
}

/** Resolves once the killed process is gone: what answers then is another one. */
async function kill({ name }: Component): Promise<void> {
  const pid = (await fleetReport(fleet.paths))?.processes.find((one) => one.name === name)?.pid;
  const identity = identify(pid ?? 0);
  assert.ok(identity);
  process.kill(identity.pid, "SIGKILL");
  assert.ok(await until(() => !isRunning(identity), 60_000));
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: superuserUrl(fleet, "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  return client.query<{ value: number }>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) => client.end().then(() => Promise.reject(error as Error)),
  );
}

function isOne(rows: unknown[]): boolean {
  return rows.length === 1;
}

const yes = (): boolean => true;
const no = (): boolean => false;
