import type { Hop } from "@jst/rpc";
import type { Button } from "@jst/pages";
import type { ProviderPayment } from "../invoices/pay-invoice.ts";
import type { Buyer } from "../payers/payers.ts";

/** What is paid, by its kind and id: an invoice, or a checkout of lines. */
export interface TargetName {
  kind: "invoices" | "checkouts";
  id: string;
}

/** What is to be paid. */
export interface Target extends TargetName {
  teamId: string;
  total: number;
  currency: string;
  /** As the buyer knows it. */
  title: string;
  /** Where the buyer comes back to when it is paid, and when it is not. */
  successUrl: string;
  cancelUrl: string;
  /** Who buys, where that is not known yet. */
  buyer: Buyer | undefined;
}

/** What a provider has taken: how much, and from whom where it is known. */
export interface Received extends ProviderPayment {
  total: number;
  currency: string;
}

/** What comes of a button. */
export type Pressed =
  | { kind: "paid"; received: Received; times: number }
  | { kind: "declined" }
  /** Somebody has paid already, and the provider has yet to say so. */
  | { kind: "underWay" }
  | { kind: "sentOn"; url: string };

/** Who takes payments for a team. */
export interface Provider {
  /** What the buyer can press while something is to be paid. */
  buttons: readonly Button[];
  /** Does what a button says. It is asked outside of any transaction. */
  press: (action: string, target: Target, hop: Hop) => Promise<Pressed>;
}
