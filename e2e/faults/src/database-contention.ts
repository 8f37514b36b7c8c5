import { setTimeout as delay } from "node:timers/promises";
import { withClient } from "@jst/testing";

/** Holds a transaction open that has written, so nothing that is committed meanwhile is below the horizon. */
export async function withOpenTransaction(address: string, holdMs: number): Promise<void> {
  await withClient(address, async (client) => {
    await client.query("begin");
    await client.query("create temporary table neighbour (id bigint) on commit drop");
    await delay(holdMs);
    await client.query("rollback");
  });
}

/** Ends the role's sessions and lets it have no other: to its service every connection is used up. */
export async function withoutConnections(address: string, role: string, holdMs: number): Promise<void> {
  await withClient(address, async (client) => {
    await client.query(`alter role ${role} connection limit 0`);
    try {
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [role]);
      await delay(holdMs);
    } finally {
      await client.query(`alter role ${role} connection limit -1`);
    }
  });
}
