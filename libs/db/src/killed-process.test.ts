import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { notesMigrations, testDatabase, until, withClient } from "@jst/testing";

const { url, superuserUrl } = await testDatabase("crm", { migrations: notesMigrations });
const lock = 7;

test("what a killed process holds is free soon, however long the statement it had begun would last", async () => {
  const child = fork(new URL("./testing/holding-main.ts", import.meta.url), [url, String(lock)]);
  await once(child, "message");
  await withClient(superuserUrl, async (client) => {
    const isFree = async () => {
      const text = "select pg_try_advisory_lock($1) as is_free";
      return (await client.query<{ is_free: boolean }>(text, [lock])).rows[0]?.is_free;
    };
    const isAsleep = async () => {
      const text =
        "select from pg_stat_activity where application_name = 'holding' and wait_event = 'PgSleep'";
      return (await client.query(text)).rowCount === 1 ? true : undefined;
    };
    await until("the statement runs", 10_000, isAsleep);
    assert.equal(await isFree(), false);
    child.kill("SIGKILL");
    await until("the lock is free", 20_000, async () => ((await isFree()) === true ? true : undefined));
  });
});
