import { systemContext, instant, type Database, type Row, type TeamTx } from "@jst/db";
import type { FactData, ReceivedFact } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import { addressKind, addressOf } from "../people/address.ts";
import { lockAddress, tellConsent, type RecordedConsent } from "./consent.ts";

/** Parts that record consents of other services. */
export interface Recording {
  database: Database;
  logger: Logger;
}

/** Records consents that were given in other services, each once however often it comes. */
export async function takeConsents(
  { database, logger }: Recording,
  teamId: string,
  facts: readonly ReceivedFact<"consent.given">[],
): Promise<void> {
  for (const { fact_id: id, data: given, traceparent } of facts) {
    const address = addressOf(given.address);
    if (address !== undefined && address.kind === addressKind(given.channel))
      await database.write(systemContext(teamId, { traceparent }), (tx) =>
        recordOnce(tx, id, { ...given, address: address.folded }),
      );
    else logger.warn({ team: teamId, source: given.source }, "a consent that was given has no address");
  }
}

/**
 * The record has the id of its fact: one that is there was made by this fact. Its time is when the consent was given,
 * or after what was recorded since then of somebody who said neither yes nor no.
 */
async function recordOnce(tx: TeamTx, id: string, given: FactData<"consent.given">): Promise<void> {
  const { teamId, actorType, actorId } = tx.context;
  const { address, channel, purpose, basis, source, evidence, at } = given;
  await lockAddress(tx, given);
  const [recorded] = await tx.query<RecordedConsent & Row>({
    name: "comms.consents.given",
    text: `insert into comms.consents as t
  (team_id, id, address, channel, purpose, status, basis, source, evidence, at, created_by_type, created_by_id)
select $1, $2, $3, $4, $5, 'opted_in', $6, $7, $8, least(case when known.is_decided then $9::timestamptz
  else greatest($9::timestamptz, known.at + interval '1 millisecond') end, clock_timestamp()), $10, $11
from (
  select max(c.at) as at, bool_or(c.status <> 'unknown' and c.at > $9::timestamptz) as is_decided
  from comms.consents c
  where c.team_id = $1 and c.address = $3 and c.channel = $4 and c.purpose = $5
) known
on conflict (team_id, id) do nothing
returning t.id, t.address, t.channel, t.purpose, t.status, ${instant("t.at")} as at`,
    values: [teamId, id, address, channel, purpose, basis, source, evidence, at, actorType, actorId],
  });
  if (recorded !== undefined) tellConsent(tx, recorded);
}
