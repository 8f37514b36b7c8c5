import type { Button } from "@jst/pages";
import type { Hop } from "@jst/rpc";
import type { TargetName } from "../checkouts/checkout.ts";
import type { ProviderPayment } from "../invoices/invoice.ts";
import type { Buyer } from "../payers/payers.ts";

/** Target of a payment. */
export interface Target extends TargetName {
  teamId: string;
  total: number;
  currency: string;
  /** As the buyer knows it. */
  title: string;
  /** Address for a buyer who has paid; cancelUrl is for the others. */
  successUrl: string;
  cancelUrl: string;
  /** Buyer, if no contact is known. */
  buyer: Buyer | undefined;
}

/** Payment that a provider has taken: the amount, and the buyer if known. */
export interface Received extends ProviderPayment {
  total: number;
  currency: string;
}

/** Result of a button. */
export type PressResult =
  | { kind: "paid"; received: Received; times: number }
  | { kind: "declined" }
  /** Somebody has paid already, and the provider has yet to say so. */
  | { kind: "underWay" }
  | { kind: "sentOn"; url: string };

/** Provider of payments for a team. */
export interface Provider {
  /** Buttons while something is to be paid. */
  buttons: readonly Button[];
  /** Does what a button says. It is asked outside of any transaction. */
  press: (action: string, target: Target, hop: Hop) => Promise<PressResult>;
}
