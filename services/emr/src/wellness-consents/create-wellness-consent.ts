import { type Instant, readInstant } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import { one, type TeamTx } from "@jst/db";
import type { Handler, WellnessConsentCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { consentFaults } from "./consent-faults.ts";
import { FOUND, type FoundConsent } from "./consent.ts";
import { stepConsent } from "./lifecycle.ts";

/**
 * Records a consent, or takes the step that its action names. A revocation only narrows: it is never a proposal, and
 * holds for the next statement (wellness.revocation).
 */
export const createWellnessConsent: Handler<"CreateWellnessConsent"> = Object.assign(
  (async ({ body }, call) => {
    if (body.action !== undefined) return stepConsent(body.action, body.id ?? "", call);
    const contactId = (body.contact_id ?? "").toLowerCase();
    call.concerns({ contactId });
    await call.deps.directory.requireKnown(
      call,
      { kind: "contact", field: "contact_id", id: contactId },
      { kind: "file", field: "evidence_file_id", id: body.evidence_file_id },
    );
    return call.write((tx) => insert(tx, { ...body, contact_id: contactId }, call));
  }) satisfies Handler<"CreateWellnessConsent">,
  {
    faults: consentFaults,
    isNeverProposed: ({ action }: WellnessConsentCreate) => action === "revoke",
  },
);

/** The consent as the API shows it, with its address. */
async function insert(tx: TeamTx, given: WellnessConsentCreate, { baseUrl }: Call<Deps>): Promise<Reply> {
  const { teamId, actorType, actorId } = tx.context;
  const row = one(
    await tx.query<FoundConsent>({
      name: "emr.consents.insert",
      text: `insert into emr.consents as t (team_id, contact_id, status, categories, purposes, granted_at, expires_at,
  source, policy_version, evidence_file_id, created_by_type, created_by_id)
values ($1, $2, $3, $4, $5, case when $3 = 'active' then coalesce($6::timestamptz, clock_timestamp()) end, $7, $8, $9,
  $10, $11, $12)
returning ${FOUND}`,
      values: [
        teamId,
        given.contact_id,
        given.status ?? "active",
        given.categories,
        given.purposes,
        timeOf(given.granted_at),
        timeOf(given.expires_at),
        given.source ?? null,
        given.policy_version ?? null,
        given.evidence_file_id ?? null,
        actorType,
        actorId,
      ],
    }),
  );
  return {
    status: 201,
    body: row.body,
    headers: { location: `${baseUrl}/api/v1/wellness/consent/${row.id}` },
  };
}

function timeOf(text: string | null | undefined): Instant | null {
  return typeof text === "string" ? readInstant(text) : null;
}
