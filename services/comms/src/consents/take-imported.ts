import { instant, systemContext, type Row, type TeamTx } from "@jst/db";
import type { FactData, ReceivedFact } from "@jst/events";
import { addressKind, addressOf } from "../people/address.ts";
import { lockAddress, tellConsent, type RecordedConsent } from "./consent.ts";
import type { Recording } from "./take-consents.ts";

/** Records consents of imported contacts, each once however often it comes (imports.consents). */
export async function takeImported(
  { database, logger }: Recording,
  teamId: string,
  facts: readonly ReceivedFact<"consent.imported">[],
): Promise<void> {
  for (const { fact_id: id, data, traceparent } of facts) {
    const address = addressOf(data.address);
    if (address !== undefined && address.kind === addressKind(data.channel))
      await database.write(systemContext(teamId, { traceparent }), (tx) =>
        recordImported(tx, id, { ...data, address: address.folded }),
      );
    else logger.warn({ team: teamId }, "an imported consent has no address");
  }
}

/**
 * Records a consent of a file, unless the same status applies already or a later record does. An agreement of a file
 * never follows an opt-out.
 */
async function recordImported(tx: TeamTx, id: string, given: FactData<"consent.imported">): Promise<void> {
  const { teamId, actorType, actorId } = tx.context;
  const { address, channel, purpose, status, source, evidence, at } = given;
  await lockAddress(tx, given);
  const basis = status === "opted_in" ? "consent" : null;
  const [recorded] = await tx.query<RecordedConsent & Row>({
    name: "comms.consents.imported",
    text: `with known as (
  select c.status, c.at from comms.consents c
  where c.team_id = $1 and c.address = $3 and c.channel = $4 and c.purpose = $5
  order by c.at desc, c.id desc limit 1
)
insert into comms.consents as t
  (team_id, id, address, channel, purpose, status, basis, source, evidence, at, created_by_type, created_by_id)
select $1, $2, $3, $4, $5, $6, $7, $8, $9,
  least(greatest($10::timestamptz, (select k.at + interval '1 millisecond' from known k)), clock_timestamp()), $11, $12
where not exists (
  select from known k
  where k.status = $6 or (k.status <> 'unknown' and (k.at > $10::timestamptz or $6 = 'opted_in'))
)
on conflict (team_id, id) do nothing
returning t.id, t.address, t.channel, t.purpose, t.status, ${instant("t.at")} as at`,
    values: [
      ...[teamId, id, address, channel, purpose, status, basis, source, evidence, at],
      ...[actorType, actorId],
    ],
  });
  if (recorded !== undefined) tellConsent(tx, recorded);
}
