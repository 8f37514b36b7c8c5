import { superuserUrl } from "../../dev/src/components/postgres.ts";
import { readSettings } from "../../dev/src/config.ts";
import { openRunning } from "../../dev/src/fleet.ts";
import { withClient } from "@jst/testing";
import { stateDir } from "./fleet.ts";

/** Changes what the fleet has stored as nobody but a superuser can: past every right, policy and trigger. */
export async function tamper(text: string, values: unknown[]): Promise<void> {
  const fleet = await openRunning({ ...readSettings(), stateDir: stateDir() });
  await withClient(superuserUrl(fleet, "jst"), async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(text, values);
  });
}
