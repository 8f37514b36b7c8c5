// Proves: e2e/faults libs/db/src dev/src/components/postgres.ts
import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import { until, withClient } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { unflushed, type Acknowledged } from "./checker/flushes.ts";
import { Components } from "./src/components.ts";
import { processTree } from "./src/process-tree.ts";
import { cannotTrace, watchFlushes, type Watch } from "./src/strace.ts";

const writes = 40;
/** The disk is left alone for this long before a write, so that no other's flush is taken for its own. */
const quietMs = 20;
const quietLimitMs = 10_000;

const components = await Components.of(path.dirname(process.env["E2E_FLEET"] ?? ""));
const { token } = await newTeam("flushes");
const skip = (await cannotTrace()) ?? false;

async function onServer(...statements: string[]): Promise<void> {
  await withClient(components.databaseUrl, async (client) => {
    for (const text of [...statements, "select pg_reload_conf()"]) await client.query(text);
  });
}
after(() => onServer("alter system reset all"));

/** Writes one contact after another through the gateway, each once the disk is quiet. */
async function writeAll({ flushes }: Watch): Promise<Acknowledged[]> {
  const done: Acknowledged[] = [];
  for (let number = 1; number <= writes; number += 1) {
    const marker = `contact ${number}`;
    await until("the disk is quiet", quietLimitMs, () =>
      Date.now() - (flushes.at(-1)?.endedMs ?? 0) >= quietMs ? true : undefined,
    );
    const sentMs = Date.now();
    const answer = await send({
      method: "POST",
      path: "/api/v1/contacts",
      token,
      body: { first_name: marker },
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    // The clock is cut off to milliseconds.
    done.push({ marker, sentMs, endedMs: Date.now() + 1 });
  }
  return done;
}

async function writesWithoutFlush(): Promise<Acknowledged[]> {
  const watch = await watchFlushes(processTree(await components.pidOf("postgres")));
  try {
    const done = await writeAll(watch);
    await watch.stop();
    return unflushed(done, watch.flushes);
  } finally {
    await watch.stop();
  }
}

test(
  "every acknowledged write has seen PostgreSQL bring its log to the disk between request and answer",
  { skip },
  async () => {
    assert.deepEqual(await writesWithoutFlush(), []);
  },
);

test("the same test finds writes without it once commits do not wait for the disk", { skip }, async () => {
  await onServer("alter system set synchronous_commit = off", "alter system set wal_writer_delay = '10s'");
  const found = await writesWithoutFlush();
  assert.ok(found.length > 0, "every write still had a flush, so the test above proves nothing");
});
