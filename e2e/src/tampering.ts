import { superuserUrl } from "../../dev/src/components/postgres.ts";
import { readSettings } from "../../dev/src/config.ts";
import { openRunning } from "../../dev/src/fleet.ts";
import { withClient } from "@jst/testing";
import type { Client } from "pg";
import { stateDir } from "./fleet.ts";

/** Does work in the fleet's database that nobody but a superuser may do. */
export async function asSuperuser<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const fleet = await openRunning({ ...readSettings(), stateDir: stateDir() });
  return withClient(superuserUrl(fleet, "jst"), work);
}

/** Changes what the fleet has stored as nobody but a superuser can: past every right, policy and trigger. */
export async function tamper(text: string, values: unknown[]): Promise<void> {
  await asSuperuser(async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(text, values);
  });
}
