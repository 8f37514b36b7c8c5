import { resource } from "@jst/resource";
import { suppressionDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { foldedFilter, type Channel } from "../people/address.ts";
import { systemContext, type Database, type Row, type TeamTx } from "@jst/db";

/** Addresses that a team sends nothing to, on one channel each (comms.suppression). */
export const suppressions = resource(suppressionDeclaration)<Deps>({
  filters: { address: foldedFilter },
  // An address that was suppressed meanwhile stays suppressed.
  refusals: { suppressions_standing: "repeat" },
});

/** A message that came back. */
export interface Bounced {
  id: string;
  address: string;
  channel: Channel;
  /** Enhanced status, such as 5.1.1, or the reply code; null if nothing was told. */
  status: string | null;
}

/** An address that is dead; 5.1.5 says that it is good, 5.1.7 to 5.1.9 are about the sender and the way (RFC 3463). */
const DEAD = /^5\.(?:1\.(?![5789]$)\d{1,3}|2\.1)$/;
/** Number and time span of returned messages in a row that suppress their address (comms.bounces). */
const ROW_MIN = 3;
const ROW_SPAN = "interval '3 days'";
/** Refusals for good; those of the sender's own signature, 5.7.20 to 5.7.29, say nothing of the address. */
const COUNTED = /^5(?!\.7\.2\d$)/;

/**
 * Suppresses the address of a message that came back if it is dead, or if at least three messages in a row came back
 * over three days. An address that is suppressed stays as it is.
 */
export async function suppressBounced(tx: TeamTx, bounced: Bounced): Promise<void> {
  if (DEAD.test(bounced.status ?? "") || (await isRepeated(tx, bounced)))
    await suppress(tx, bounced, "hard_bounce");
}

/** Suppresses the address in a transaction of its own. */
export async function suppressAlone(database: Database, teamId: string, bounced: Bounced): Promise<void> {
  await suppressions.repeating(() =>
    database.write(systemContext(teamId), async (tx) => {
      tx.keepOpen();
      await suppressBounced(tx, bounced);
      return { body: {} };
    }),
  );
}

/** Suppresses the address; one that is suppressed stays as it is. */
export async function suppress(
  tx: TeamTx,
  { address, channel }: Pick<Bounced, "address" | "channel">,
  reason: "hard_bounce" | "spam_complaint",
): Promise<void> {
  const standing = await tx.query({
    name: "comms.suppressions.stands",
    text: `select from comms.suppressions t
      where t.team_id = $1 and t.address = $2 and t.channel = $3 and t.deleted_at is null`,
    values: [tx.context.teamId, address, channel],
  });
  if (standing.length > 0) return;
  await suppressions.insert(tx, suppressions.draft({ address, channel, reason }), { baseUrl: "" });
}

/** Tells whether this message ends a row of messages that came back, with none between that arrived. */
async function isRepeated(tx: TeamTx, { id, address, channel, status }: Bounced): Promise<boolean> {
  if (!COUNTED.test(status ?? "")) return false;
  const [row] = await tx.query<Row & { is_repeated: boolean }>({
    name: "comms.messages.bounced_in_a_row",
    text: `with ends as (
        select m.status, case when m.id = $2 then $5 else m.error ->> 'code' end as code,
          m.id = $2 or m.status = 'undelivered' as is_back, coalesce(m.sent_at, m.updated_at) as at
        from comms.messages m
        where m.team_id = $1 and m.address = $3 and m.channel = $4 and m.direction = 'outbound' and not m.test
      )
      select count(*) >= ${ROW_MIN} and max(e.at) - min(e.at) >= ${ROW_SPAN} as is_repeated
      from ends e
      where e.is_back and e.code ~ $6
        and e.at > coalesce((select max(g.at) from ends g where not g.is_back and g.status in ('sent', 'delivered')),
          '-infinity')`,
    values: [tx.context.teamId, id, address, channel, status, COUNTED.source],
  });
  return row?.is_repeated === true;
}
