import { notFound } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { TeamTx } from "@jst/db";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { replyOf } from "../documents/tell.ts";
import { holdInvoice, type HeldInvoice, type StoredInvoice } from "./invoice.ts";
import { settleSource } from "./settle-source.ts";
import { requireMove } from "./states.ts";
import { publishPaid, recordAct, type Act } from "./tell.ts";

/** One way from one state to another. */
export interface Move {
  to: "open" | "paid" | "void" | "uncollectible";
  act: Act;
  /** Writes the move of an invoice that may go there. */
  store: (tx: TeamTx, held: HeldInvoice, timezone: string) => Promise<StoredInvoice>;
}

/**
 * Moves an invoice to another state, with what belongs to that: one of many who want to at once, the others get
 * invalid_state_transition.
 */
export function moveInvoice(named: string | undefined, move: Move, call: Call<Deps>): Promise<Reply> {
  const id = requireId(named);
  const { timezone } = call.caller.team;
  return call.write(async (tx) => {
    const held = await holdInvoice(tx, id, timezone);
    if (held === undefined) throw notFound();
    requireVersion("invoice", held.invoice.version, call.ifMatch);
    return replyOf(await moveHeldInvoice(tx, held, move, timezone));
  });
}

/** The same of an invoice that the transaction holds, whoever asks. */
export async function moveHeldInvoice(
  tx: TeamTx,
  held: HeldInvoice,
  { to, act, store }: Move,
  timezone: string,
): Promise<StoredInvoice> {
  const { status } = held.invoice;
  requireMove(status, to);
  const stored = await store(tx, held, timezone);
  publishPaid(tx, stored, status);
  recordAct(tx, act, stored.id);
  await settleSource(tx, held.invoice, stored.status, timezone);
  return stored;
}
