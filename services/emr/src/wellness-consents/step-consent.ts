import { notFound, requireTransition } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import type { Deps } from "../deps.ts";
import { findConsent, FOUND, lockConsents, type ConsentStatus, type FoundConsent } from "./consent.ts";

type Action = "grant" | "revoke";

const ENDS = { grant: "active", revoke: "revoked" } as const;
/** Where a consent can go to. */
const ALLOWED: Readonly<Record<ConsentStatus, readonly ConsentStatus[]>> = {
  pending: ["active", "revoked"],
  active: ["revoked"],
  revoked: [],
  expired: [],
};

/**
 * Grants a pending consent, or revokes one: observations that are being written are stored before it, or refused after
 * it (wellness.revocation). Again it changes nothing.
 */
export async function stepConsent(action: Action, asked: string, call: Call<Deps>): Promise<Reply> {
  const id = asked.toLowerCase();
  call.concerns({ action });
  const [known] = await call.read<FoundConsent>(findConsent(call.caller.team_id, id));
  if (known === undefined) throw notFound();
  call.concerns({ contactId: known.contact_id });
  return call.write((tx) => step(tx, action, known));
}

async function step(tx: TeamTx, action: Action, { id, contact_id: contact }: FoundConsent): Promise<Reply> {
  await lockConsents(tx, [contact], "alone");
  const [now] = await tx.query<FoundConsent>(findConsent(tx.context.teamId, id));
  if (now === undefined) throw notFound();
  if (now.status === ENDS[action]) return { body: now.body, isUnchanged: true };
  requireTransition("A consent", { from: now.status, to: ENDS[action], allowed: ALLOWED[now.status] });
  const [after] = await tx.query<FoundConsent>({
    name: `emr.consents.${action}`,
    text: `update emr.consents t set status = '${ENDS[action]}',
  ${action === "grant" ? "granted_at" : "revoked_at"} = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${FOUND}`,
    values: [tx.context.teamId, id],
  });
  if (after === undefined) throw new Error("A consent that was held is gone.");
  return { body: after.body };
}
