import type { SystemDatabase, TeamTx } from "@jst/db";
import { settingKeys } from "./keys.ts";

/** Addresses, folded, at which a team receives messages by the whole of its settings. */
export function receivingOf(settings: ReadonlyMap<string, string>): string[] {
  const addresses = [...settings].flatMap(([key, value]) => settingKeys[key]?.receives?.(value) ?? []);
  return [...new Set(addresses)].sort();
}

/**
 * Replaces the addresses at which the team receives, and returns those that another team has: then the transaction must
 * not be committed. If two teams want an address at once, the second waits.
 */
export async function claimReceiving(tx: TeamTx, addresses: readonly string[]): Promise<string[]> {
  const values = [tx.context.teamId, addresses];
  await tx.query({
    name: "comms.receiving.leave",
    text: "delete from comms.receiving_addresses where team_id = $1 and address <> all ($2::text[])",
    values,
  });
  await tx.query({
    name: "comms.receiving.claim",
    text: `insert into comms.receiving_addresses (team_id, address)
      select $1, wanted from unnest($2::text[]) wanted order by wanted
      on conflict (address) do nothing`,
    values,
  });
  const taken = await tx.query<{ address: string }>({
    name: "comms.receiving.taken",
    text: `select wanted as address from unnest($2::text[]) wanted
      where not exists (
        select from comms.receiving_addresses r where r.team_id = $1 and r.address = wanted
      )`,
    values,
  });
  return taken.map(({ address }) => address);
}

/** The team that receives messages at this folded address; undefined where nobody does. */
export async function receiverOf(lookup: SystemDatabase, address: string): Promise<string | undefined> {
  const [found] = await lookup.query<{ team_id: string }>({
    name: "comms.receiving.team",
    text: "select r.team_id from comms.receiving_addresses r where r.address = $1",
    values: [address],
  });
  return found?.team_id;
}
