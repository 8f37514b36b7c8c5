import { systemContext, type Database } from "@jst/db";
import { optOut } from "../gate/record-consent.ts";
import type { Channel } from "../people/address.ts";

/** Message whose attempt has a follow-up, and its recipient. */
interface FollowUp {
  team_id: string;
  id: string;
  address: string;
  channel: Channel;
}

/** Records what a provider knows: the person has opted out there. */
export async function recordOptOut(database: Database, told: FollowUp): Promise<void> {
  const { team_id: teamId, id: messageId, address, channel } = told;
  await database.write(systemContext(teamId), async (tx) => {
    tx.keepOpen();
    for (const purpose of ["transactional", "marketing"] as const)
      await optOut(tx, { address, channel, purpose }, { source: "provider", messageId });
    return { body: {} };
  });
}
