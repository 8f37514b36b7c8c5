import { notFound } from "@jst/errors";
import { requireId, requireVersion } from "@jst/resource";
import type { TeamTx } from "@jst/db";
import type { Call, Reply } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { requireWay, type Ways } from "../documents/states.ts";
import { recordAct, replyOf, type StoredDocument } from "../documents/tell.ts";
import { holdQuote, type HeldQuote } from "./quote.ts";

/** Where a quote goes from each state (commerce.quote-states). */
export const quoteWays: Ways = {
  noun: "A quote",
  next: {
    draft: ["open", "canceled"],
    open: ["accepted", "declined", "canceled"],
    accepted: [],
    declined: [],
    expired: [],
    canceled: [],
  },
};

/** One way from one state to another. */
export interface QuoteMove {
  to: "open" | "accepted" | "declined" | "canceled";
  act: "finalize" | "accept" | "decline" | "cancel";
  /** Writes the move of a quote that may go there. */
  store: (tx: TeamTx, held: HeldQuote, timezone: string) => Promise<StoredDocument>;
}

/** Moves a quote to another state: one of many who want to at once, the others get invalid_state_transition. */
export function moveQuote(named: string | undefined, move: QuoteMove, call: Call<Deps>): Promise<Reply> {
  const id = requireId(named);
  return call.write(async (tx) => {
    const held = await holdQuote(tx, id);
    if (held === undefined) throw notFound();
    requireVersion("quote", held.quote.version, call.ifMatch);
    return replyOf(await moveHeld(tx, held, move, call.caller.team.timezone));
  });
}

/** The same of a quote that the transaction holds, whoever asks. */
export async function moveHeld(
  tx: TeamTx,
  held: HeldQuote,
  { to, act, store }: QuoteMove,
  timezone: string,
): Promise<StoredDocument> {
  requireWay(quoteWays, held.quote.status, to);
  const stored = await store(tx, held, timezone);
  recordAct(tx, "quotes", act, stored.id);
  return stored;
}
