import { one, type TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { Lifecycle, type Command } from "@jst/resource";
import type { Call, Reply } from "@jst/rpc";
import type { WellnessConsent } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { findConsent, FOUND, lockConsents, type FoundConsent } from "./consent.ts";

/** One way of a consent from a state to another; the scope is the id of its contact. */
type ConsentCommand = Command<FoundConsent, FoundConsent, string>;

/** Consents by their states (wellness.consent); the clock makes one expired. */
const consents = new Lifecycle<FoundConsent, FoundConsent, string>({
  noun: "A consent",
  states: { pending: ["active", "revoked"], active: ["revoked"], revoked: [], expired: [] },
  lock: async (tx, id, contactId) => {
    await lockConsents(tx, [contactId], "alone");
    const [found] = await tx.query<FoundConsent>(findConsent(tx.context.teamId, id));
    return found;
  },
  itemOf: ({ body }) => JSON.parse(body) as WellnessConsent,
});

const commands: Readonly<Record<"grant" | "revoke", ConsentCommand>> = {
  grant: { action: "grant", to: "active", isRepeatable: true, store: setState("active", "granted_at") },
  revoke: { action: "revoke", to: "revoked", isRepeatable: true, store: setState("revoked", "revoked_at") },
};

/**
 * Grants a pending consent, or revokes one: observations that are being written are stored before it, or refused after
 * it (wellness.revocation). Repeated it changes nothing.
 */
export async function stepConsent(
  action: keyof typeof commands,
  named: string,
  call: Call<Deps>,
): Promise<Reply> {
  const id = named.toLowerCase();
  call.concerns({ action });
  const [known] = await call.read<FoundConsent>(findConsent(call.caller.team_id, id));
  if (known === undefined) throw notFound();
  call.concerns({ contactId: known.contact_id });
  return call.write(async (tx) => {
    const reply = await consents.apply(tx, id, commands[action], { scope: known.contact_id });
    // Replies of health data carry no ETag.
    return { ...reply, headers: {} };
  });
}

function setState(status: string, moment: "granted_at" | "revoked_at"): ConsentCommand["store"] {
  return async (tx: TeamTx, { id }) =>
    one(
      await tx.query<FoundConsent>({
        name: `emr.consents.${status}`,
        text: `update emr.consents t set status = $3, ${moment} = clock_timestamp(), updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${FOUND}`,
        values: [tx.context.teamId, id, status],
      }),
    );
}
