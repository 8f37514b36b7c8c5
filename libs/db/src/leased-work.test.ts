import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { testDatabase, until } from "@jst/testing";
import { startLeased } from "./index.ts";

const database = await testDatabase("crm");
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** A process that works whenever it has the lease; `isWorking` is what it last said. */
async function worker(lease: string) {
  const child = fork(new URL("./testing/leased-main.ts", import.meta.url), [database.url, lease]);
  children.push(child);
  const state = { isWorking: false };
  child.on("message", (message) => (state.isWorking = message === "working"));
  await once(child, "message");
  return { child, state };
}

const works = ({ state }: Awaited<ReturnType<typeof worker>>) =>
  until("the process works", 10_000, () => (state.isWorking ? true : undefined));

for (const signal of ["SIGKILL", "SIGSTOP", "SIGTERM"] as const) {
  test(`of two processes one works, and when ${signal} ends or stops it the other goes on within ten seconds`, async () => {
    const lease = `test.${signal}`;
    const first = await worker(lease);
    await works(first);
    const second = await worker(lease);
    assert.equal(second.state.isWorking, false);
    first.child.kill(signal);
    await works(second);
  });
}

test("work that fails is begun again, on a session of its own", async () => {
  const failures: unknown[] = [];
  let begun = 0;
  const running = startLeased({
    connectionString: database.url,
    applicationName: "test",
    lease: "test.failing",
    timeoutMs: 5_000,
    retryMs: 1,
    work: () => {
      begun += 1;
      return Promise.reject(new Error(`failure ${begun}`));
    },
    onFailure: (error) => failures.push(error),
  });
  await until("it is begun a third time", 10_000, () => (begun >= 3 ? true : undefined));
  await running.stop();
  assert.equal(failures.length, begun);
});
