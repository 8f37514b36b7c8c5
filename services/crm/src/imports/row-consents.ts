import type { TeamTx } from "@jst/db";
import type { FieldError } from "@jst/errors";
import { publishFact } from "@jst/events";
import type { Contact } from "../../gen/rpc.ts";
import type { RowConsent } from "./row-members.ts";

/** Addresses to which the consents of a row belong. */
type Addresses = Partial<Pick<Contact, "email" | "phone">>;

const kindOf = ({ channel }: RowConsent): "email" | "phone" => (channel === "email" ? "email" : "phone");

/**
 * Finds the consents of a row that would be recorded, for the addresses that its contact has afterwards. Those that are
 * known are left out, and so is an agreement after an opt-out (imports.consents).
 */
export function consentsOf(
  wanted: readonly RowConsent[],
  next: Addresses,
  before: Contact | undefined,
): { consents: RowConsent[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const consents = wanted.filter((consent) => {
    const kind = kindOf(consent);
    const address = next[kind] ?? null;
    if (address === null) {
      const noun = kind === "email" ? "e-mail address" : "telephone number";
      const message = `A consent needs an address, and the contact has no ${noun}. Fill it in, or empty this cell.`;
      errors.push({ field: `data.${consent.field}`, code: "no_address_for_channel", message });
      return false;
    }
    const known = before !== undefined && before[kind] === address ? knownIn(before, consent) : undefined;
    return known !== consent.status && !(known === "opted_out" && consent.status === "opted_in");
  });
  return { consents, errors };
}

function knownIn({ consent }: Contact, { channel, purpose }: RowConsent): unknown {
  return (consent[channel] as Record<string, unknown> | undefined)?.[purpose];
}

/** Publishes the consents of a row that was written; comms records them. */
export function publishConsents(
  tx: TeamTx,
  consents: readonly RowConsent[],
  { id, email, phone }: Pick<Contact, "id" | "email" | "phone">,
  evidence: { import_id: string; row: number },
): void {
  const at = new Date().toISOString();
  for (const consent of consents) {
    const { channel, purpose, status } = consent;
    const address = { email, phone }[kindOf(consent)];
    if (address === null) continue;
    const data = { address, channel, purpose, status, source: "import", evidence, at };
    publishFact(tx, { from: "crm", type: "consent.imported", id, data });
  }
}
