import { uuidv7, type Row, type Statement, type TeamTx } from "@jst/db";
import { readInstant } from "@jst/query";
import type { ObservationCreate } from "../../gen/rpc.ts";
import { canonicalSystem } from "../import/fhir/systems.ts";
import { IS_ACTIVE, lockConsents } from "../wellness-consents/consent.ts";
import { knownCode } from "./known-codes.ts";
import { IS_CONSENTED, OBSERVATION } from "./observation.ts";
import { consentRequired } from "./require-consent.ts";

/** An observation as its columns have it. */
export interface Draft {
  id: string;
  contact_id: string;
  category: string;
  external_id: string | null;
  source_type: string;
  source_name: string | null;
}

/** The columns of an observation that was sent and has passed its rules. */
export function draftOf(sent: ObservationCreate): Draft {
  const { code, components = [], effective_period: period } = sent;
  return {
    id: uuidv7(),
    contact_id: sent.contact_id.toLowerCase(),
    category: sent.category ?? knownCode(code.system, code.code)?.category ?? "",
    external_id: sent.external_id ?? null,
    source_type: sent.source.type,
    source_name: sent.source.name ?? null,
    ...{ code_system: canonicalSystem(code.system), code: code.code, code_display: code.display ?? null },
    ...{ value: sent.value ?? null, unit: sent.unit ?? null },
    components: components.map(({ code: of, value, unit }) => ({
      code: { ...of, system: canonicalSystem(of.system), display: of.display ?? null },
      value,
      unit: unit ?? null,
    })),
    effective_at: readInstant(period?.start ?? sent.effective_at ?? ""),
    effective_to: period?.end == null ? null : readInstant(period.end),
    is_period: period !== undefined,
  } as Draft;
}

/** Observations of a batch that are stored. */
export interface StoredBatch {
  /** As the API shows them, in the order in which they were sent. */
  bodies: string[];
  /** How many of them are new. */
  count: number;
}

/**
 * Stores the observations in one statement, which asks for the consent of each: all of them, or 403 and none. What its
 * source has sent before is answered as it is stored; twins are one. Consents cannot be revoked meanwhile.
 */
export async function storeObservations(
  tx: TeamTx,
  drafts: readonly Draft[],
  fields: readonly string[],
): Promise<StoredBatch> {
  await lockConsents(
    tx,
    drafts.map((draft) => draft.contact_id),
    "shared",
  );
  const firsts = new Map(drafts.map((draft) => [keyOf(draft), draft]).reverse() as [string, Draft][]);
  const rows = await tx.query<Judged>(insertStatement(tx, [...firsts.values()]));
  const judged = new Map(rows.map((row) => [row.id, row]));
  const of = (draft: Draft) => judged.get(firsts.get(keyOf(draft))?.id ?? "");
  const refused = fields.filter((_field, place) => of(drafts[place] as Draft)?.is_allowed !== true);
  if (refused.length > 0) throw consentRequired(refused);
  const repeats = [...firsts.values()].filter((draft) => of(draft)?.body === null);
  const known = await storedBefore(tx, repeats);
  return {
    bodies: drafts.map((draft) => of(draft)?.body ?? known.get(firsts.get(keyOf(draft))?.id ?? "") ?? gone()),
    count: firsts.size - repeats.length,
  };
}

interface Judged extends Row {
  id: string;
  is_allowed: boolean;
  /** null of one that was there. */
  body: string | null;
}

/** Returns the key of one observation: by the source's id if it has one. */
function keyOf({ id, contact_id, source_type, source_name, external_id }: Draft): string {
  return external_id === null
    ? id
    : JSON.stringify([contact_id, source_type, source_name ?? "", external_id]);
}

const COLUMNS = `id, contact_id, code_system, code, code_display, category, value, components, unit, effective_at,
  effective_to, is_period, source_type, source_name, external_id`;

const SENT = `jsonb_to_recordset($2::jsonb) as s (id uuid, contact_id uuid, code_system text, code text, code_display text,
  category text, value jsonb, components jsonb, unit text, effective_at timestamptz, effective_to timestamptz,
  is_period boolean, source_type text, source_name text, external_id text)`;

function insertStatement(tx: TeamTx, drafts: readonly Draft[]): Statement {
  const { teamId, actorType, actorId } = tx.context;
  return {
    name: "emr.observations.insert",
    text: `with consented as materialized (
  select c.contact_id, c.categories from emr.consents c
  where c.team_id = $1 and c.contact_id = any($5::uuid[]) and ${IS_ACTIVE}
), judged as materialized (
  select s.*, exists (select from consented c where c.contact_id = s.contact_id and s.category = any(c.categories))
    as is_allowed
  from ${SENT}
), stored as (
  insert into emr.observations as t (team_id, created_at, created_by_type, created_by_id, ${COLUMNS})
  select $1, clock_timestamp(), $3, $4, ${COLUMNS.replace("value,", "nullif(value, 'null'::jsonb),")}
  from judged j where j.is_allowed
  on conflict (team_id, contact_id, source_type, (coalesce(source_name, '')), external_id)
    where external_id is not null do nothing
  returning t.id, ${OBSERVATION}::text as body
)
select j.id, j.is_allowed, t.body from judged j left join stored t on t.id = j.id`,
    values: [
      teamId,
      JSON.stringify(drafts),
      actorType,
      actorId,
      [...new Set(drafts.map(({ contact_id: contact }) => contact))],
    ],
  };
}

/** Finds earlier stored observations, by the id of the draft that repeats each. */
async function storedBefore(tx: TeamTx, repeats: readonly Draft[]): Promise<Map<string, string>> {
  if (repeats.length === 0) return new Map();
  const rows = await tx.query<{ id: string; body: string }>({
    name: "emr.observations.repeated",
    text: `select s.id, ${OBSERVATION}::text as body
from ${SENT}
join emr.observations t on t.team_id = $1 and t.contact_id = s.contact_id and t.source_type = s.source_type
  and coalesce(t.source_name, '') = coalesce(s.source_name, '') and t.external_id = s.external_id
where ${IS_CONSENTED}`,
    values: [tx.context.teamId, JSON.stringify(repeats)],
  });
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** The stored one is of a category that is not consented to, whatever the repeat calls itself. */
function gone(): never {
  throw consentRequired(["external_id"]);
}
