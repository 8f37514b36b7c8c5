// Proves: libs/db/src libs/service dev/src/jst/status.ts services/*/src/main.ts
import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import { schemas } from "@jst/fleet";
import { until, withClient } from "@jst/testing";
import { Components } from "./faults/src/components.ts";
import { jstProgram } from "./src/fleet.ts";

interface Health {
  healthy: boolean;
  components: { name: string; healthy: boolean; reason?: string }[];
}

const limitMs = 30_000;
const { databaseUrl } = await Components.of(path.dirname(process.env["E2E_FLEET"] ?? ""));
/** Services that store acknowledged data in PostgreSQL. */
const keepers = schemas.map(({ name }) => name).sort();

async function onServer(sql: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(sql);
    await client.query("select pg_reload_conf()");
  });
}
after(() => onServer("alter system reset all"));

/** A fleet that is not healthy ends the command with 1, having said why. */
const status = () =>
  jstProgram<Health>("status").catch(
    (error: unknown) => JSON.parse((error as { stdout: string }).stdout) as Health,
  );

for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
  test(`no service is ready while ${name} is off, jst status says what to set, and all are when it is on again`, async () => {
    await onServer(`alter system set ${name} = off`);
    const refused = await until("every service has seen it", limitMs, async () => {
      const { components } = await status();
      const bad = components.filter(({ healthy }) => !healthy);
      return bad.length >= keepers.length ? bad : undefined;
    });
    assert.deepEqual(refused.map((one) => one.name).sort(), keepers);
    const fix = name === "synchronous_commit" ? `reset ${name}` : `alter system set ${name} = on`;
    for (const { reason = "" } of refused) assert.match(reason, new RegExp(`${name} = off.*${fix}`));
    await onServer(`alter system reset ${name}`);
    await until("every service is ready", limitMs, async () => ((await status()).healthy ? true : undefined));
  });
}
