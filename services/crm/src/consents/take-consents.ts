import { systemContext } from "@jst/db";
import type { Database, TeamTx } from "@jst/db";
import type { ReceivedFact } from "@jst/events";
import { domainToUnicode } from "node:url";

/** Fact about a consent that comms has recorded. */
type ConsentFact = ReceivedFact<"consent.changed">;

/** Stores the consents that comms has recorded, as often and as late as they come. */
export async function takeConsents(
  database: Database,
  teamId: string,
  facts: readonly ConsentFact[],
): Promise<void> {
  // In the app an address is a contact's id: nobody asks crm for it.
  const known = facts.filter(({ data }) => data.channel !== "in_app");
  if (known.length === 0) return;
  await database.write(systemContext(teamId), async (tx) => {
    for (const fact of known) await keepConsent(tx, fact);
  });
}

/** Stores one record: of two, the one with the later time, then id, counts. */
export async function keepConsent(tx: TeamTx, { id, data }: Pick<ConsentFact, "id" | "data">): Promise<void> {
  const { address, channel, purpose, status, at } = data;
  for (const spelling of spellingsOf(address))
    await tx.query({
      name: "crm.known_consents.keep",
      text: `insert into crm.known_consents as k (team_id, address, consent, records)
values ($1, $2, jsonb_build_object($3::text, jsonb_build_object($4::text, $5::text)),
  jsonb_build_object($3 || ' ' || $4, $6::text))
on conflict (team_id, address) do update set
  consent = k.consent || jsonb_build_object($3, coalesce(k.consent -> $3, '{}') || jsonb_build_object($4, $5::text)),
  records = k.records || excluded.records
where coalesce(k.records ->> ($3 || ' ' || $4), '') collate "C" < $6`,
      values: [tx.context.teamId, spelling, channel, purpose, status, `${at} ${id}`],
    });
}

/** How contacts may have the address in lower case: a domain beyond ASCII in its own letters, too. */
function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf("@");
  const domain = domainToUnicode(address.slice(at + 1));
  return [
    ...new Set([address, ...(at === -1 || domain === "" ? [] : [`${address.slice(0, at)}@${domain}`])]),
  ];
}
