import { instant, type Statement, type TeamTx } from "@jst/db";
import type { WellnessConsent } from "../../gen/rpc.ts";

export type ConsentStatus = WellnessConsent["status"];

/** SQL of the present status of consent `t`, by the clock of the database. */
export const STATUS = `case when t.status in ('active', 'pending') and t.expires_at <= clock_timestamp() then 'expired'
  else t.status end`;

/** True for the consent `c` that lets data of its categories be taken and shown at this moment. */
export const IS_ACTIVE = "c.status = 'active' and (c.expires_at is null or c.expires_at > clock_timestamp())";

/** A consent as the API shows it, over the row `t`. */
export const CONSENT = `(select row_to_json(r) from (select
  t.id,
  t.contact_id,
  ${STATUS} as status,
  t.categories,
  t.purposes,
  ${instant("t.granted_at")} as granted_at,
  ${instant("t.revoked_at")} as revoked_at,
  ${instant("t.expires_at")} as expires_at,
  t.source,
  t.policy_version,
  t.evidence_file_id,
  ${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)`;

/** A consent with what its statement found beside it. */
export interface FoundConsent extends Record<string, unknown> {
  id: string;
  body: string;
  version: number;
  contact_id: string;
  status: ConsentStatus;
}

export const FOUND = `t.id, ${CONSENT}::text as body, t.version, t.contact_id, ${STATUS} as status`;

/** Reads one consent. */
export function findConsent(teamId: string, id: string): Statement {
  const text = `select ${FOUND} from emr.consents t where t.team_id = $1 and t.id = $2`;
  return { name: "emr.consents.find", text, values: [teamId, id] };
}

/** Locks of all contacts are so many, that a batch of many contacts does not use up those of the database. */
const LOCKS = 64;

/**
 * Locks the consents of the contacts until the transaction ends: shared among writers of observations, alone for a
 * change of consents. It is a statement of its own, so that the next one sees the result of those it waited for.
 */
export async function lockConsents(
  tx: TeamTx,
  contactIds: readonly string[],
  mode: "shared" | "alone",
): Promise<void> {
  const suffix = mode === "shared" ? "_shared" : "";
  await tx.query({
    name: `emr.consents.hold${suffix}`,
    text: `select pg_advisory_xact_lock${suffix}(hashtext('emr consents ' || $1), place)
from (
  select distinct abs(hashtext(contact) % ${LOCKS}) as place from unnest($2::text[]) contact order by place
) places`,
    values: [tx.context.teamId, [...new Set(contactIds)]],
  });
}
