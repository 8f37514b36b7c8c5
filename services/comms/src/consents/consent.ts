import { type FieldError, validationFailed } from "@jst/errors";
import { resource } from "@jst/resource";
import { consentDeclaration, type ConsentValues } from "../../gen/resources.ts";
import type { Consent } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { foldedFilter } from "../people/address.ts";
import type { TeamTx } from "@jst/db";
import { publishFact } from "@jst/events";

const EVIDENCE_BYTES_MAX = 8_192;

/** Bases of a consent to marketing (comms.consent-basis). */
const marketingBases: readonly (string | null)[] = ["consent", "form"];

/** Records of consent: none is ever changed, and the last of an address, channel and purpose stands (comms.consent). */
export const consents = resource(consentDeclaration)<Deps>({
  normalise: {
    evidence: (evidence: object, field: string, errors: FieldError[]) => {
      const message = `Must have at most ${EVIDENCE_BYTES_MAX} bytes as JSON.`;
      if (Buffer.byteLength(JSON.stringify(evidence)) > EVIDENCE_BYTES_MAX)
        errors.push({ field, code: "too_long", message });
      return evidence;
    },
  },
  complete: (next) => {
    const fault = basisFault(next);
    if (fault !== undefined) throw validationFailed([fault]);
    return next;
  },
  within: lockAddress,
  stored: (tx, { body }) => tellConsent(tx, JSON.parse(body) as RecordedConsent),
  filters: {
    address: foldedFilter,
    // The handler has put the addresses of the contact in place of its id; none of them has a blank.
    contact_id: (addresses, params) =>
      `t.address = any(string_to_array(${params.add(addresses, "text")}, ' '))`,
    current: (current) => (current === "true" ? STANDS : "true"),
  },
});

const STANDS = `not exists (
  select from comms.consents later
  where later.team_id = t.team_id and later.address = t.address and later.channel = t.channel
    and later.purpose = t.purpose and (later.at, later.id) > (t.at, t.id))`;

/** Requires a basis for consent, and for marketing one of the person's own (comms.consent-basis). */
function basisFault({ status, basis, purpose }: ConsentValues): FieldError | undefined {
  if (status !== "opted_in") return undefined;
  if (basis === null) {
    const message = "A consent with the status opted_in needs the field basis. Send a basis such as consent.";
    return { field: "basis", code: "required", message };
  }
  if (purpose !== "marketing" || marketingBases.includes(basis)) return undefined;
  const message = `A consent to marketing needs the basis ${marketingBases.join(" or ")}.`;
  return { field: "basis", code: "not_allowed", message };
}

/** Members of a stored record that other services read. */
export type RecordedConsent = Pick<Consent, "id" | "address" | "channel" | "purpose" | "status"> & {
  at: string;
};

/** Publishes the record: of two, the one with the later time, then id, counts (comms.consent). */
export function tellConsent(
  tx: TeamTx,
  { id, address, channel, purpose, status, at }: RecordedConsent,
): void {
  const data = { address, channel, purpose, status, at };
  publishFact(tx, { from: "comms", type: "consent.changed", id, data });
}

/**
 * Locks the records of this address and channel until the transaction ends: a writer that finds nothing recorded may
 * then record something without lifting a concurrent opt-out.
 */
export async function lockAddress(
  tx: TeamTx,
  { address, channel }: { address: string; channel: string },
): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
  const values = [`comms consent ${tx.context.teamId} ${channel} ${address}`];
  await tx.query({ name: "comms.consents.hold", text, values });
}
