import { testDatabase, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import { startAuthProcess } from "../testing/auth-process.ts";

const database = await testDatabase("auth");
const topicPrefix = `test-${randomUUID()}.`;
const rounds = 3;

const sql = (text: string) =>
  withClient(database.superuserUrl, async (client) => (await client.query<{ id: string }>(text)).rows);
const chained = () => sql("select resource_id as id from auth.audit where action = 'mint' order by seq");

test("account killed again and again while it writes: an entry for every token, none missing, none twice", async () => {
  let auth = await startAuthProcess(database, { topicPrefix, run: "account" });
  await auth.operate("CreateTeam", { slug: "acme" });
  for (let round = 0; round < rounds; round += 1) {
    const before = (await chained()).length;
    let isOver = false;
    const minters = Array.from({ length: 4 }, async () => {
      // A call that the kill cuts off may have been committed or not; either way the log agrees with the tokens.
      while (!isOver) {
        await auth.operate("MintToken", { team: "acme", type: "service" }).catch(() => delay(5));
      }
    });
    while ((await chained()).length < before + 20) await delay(20);
    await auth.kill();
    isOver = true;
    await Promise.all(minters);
    auth = await startAuthProcess(database, { topicPrefix, run: "account" });
  }
  const tokens = await sql("select id from auth.tokens");
  while ((await chained()).length < tokens.length) await delay(50);
  const entries = await chained();
  assert.deepEqual(entries.map(({ id }) => id).sort(), tokens.map(({ id }) => id).sort());
  const { broken, complete } = await auth.operate("VerifyAudit", { team: "acme" });
  assert.deepEqual([broken, complete], [null, true]);
  assert.equal((await auth.stop()).code, 0);
});
