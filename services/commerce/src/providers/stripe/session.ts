import { createHash } from "node:crypto";
import { isUuid } from "@jst/rpc";
import type Stripe from "stripe";
import type { TargetName } from "../../checkouts/checkout.ts";
import { currencyDecimals } from "../../money/currency.ts";
import type { Buyer } from "../../payers/payers.ts";
import type { Target } from "../provider.ts";

/** Sessions of one stretch of time have one key, so that who presses again comes to the same one. */
const STRETCH_S = 6 * 3_600;

/** Marks of ours on a session of Stripe. */
interface Marks {
  jst_team: string;
  jst_kind: string;
  jst_id: string;
  jst_buyer_email?: string;
  jst_buyer_name?: string;
}

/** Request to Stripe for a page on which `amount` is paid, the same page for the same key. */
export interface SessionRequest {
  params: Stripe.Checkout.SessionCreateParams;
  idempotencyKey: string;
  /** A digest of what is asked for; another attempt has the same one. */
  asked: string;
}

/** Attempt that was declined, or whose page was ended. */
export interface EarlierAttempt {
  declinedAt: string | null;
  endedAt: string | null;
}

/**
 * Builds the request for a page of Stripe. A second request within the page's hours gets the same page: the key follows
 * from the payment, the buyer, the period and the earlier attempt.
 */
export function sessionFor(
  { teamId, kind, id, currency, title, successUrl, cancelUrl, buyer }: Target,
  amount: number,
  { declinedAt, endedAt, nowMs }: EarlierAttempt & { nowMs: number },
): SessionRequest {
  const stretch = Math.floor(nowMs / 1_000 / STRETCH_S);
  const marks: Marks = {
    ...{ jst_team: teamId, jst_kind: kind, jst_id: id },
    ...(buyer && { jst_buyer_email: buyer.email, jst_buyer_name: buyer.name }),
  };
  const price = { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: title } };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: "payment",
    line_items: [{ quantity: 1, price_data: price }],
    client_reference_id: id,
    metadata: { ...marks },
    payment_intent_data: { metadata: { jst_team: teamId, jst_kind: kind, jst_id: id } },
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: (stretch + 2) * STRETCH_S,
    ...(buyer && { customer_email: buyer.email }),
  };
  const key = digest([params, declinedAt, endedAt]);
  return { params, idempotencyKey: `jst-${key}`, asked: digest(params) };
}

const digest = (value: object): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Returns the target of a session by its marks; undefined for a session of another team. */
export function targetOf(metadata: Stripe.Metadata | null, teamId: string): TargetName | undefined {
  const { jst_team: team, jst_kind: kind, jst_id: id } = metadata ?? {};
  if (team !== teamId || id === undefined || !isUuid(id)) return undefined;
  return kind === "invoices" || kind === "checkouts" ? { kind, id } : undefined;
}

/** Returns the buyer who filled in our page. */
export function buyerOf(metadata: Stripe.Metadata | null): Buyer | undefined {
  const { jst_buyer_email: email, jst_buyer_name: name = "" } = metadata ?? {};
  return email === undefined ? undefined : { email, name };
}

/** Currencies that Stripe counts otherwise than ISO 4217 does: how many decimals it gives them. */
const ITS_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };
/** Step of currencies with three decimals: Stripe takes amounts whose last decimal is 0. */
const STEP_OF_THREE = 10;

/** An amount as Stripe writes it; undefined where it has no such currency, or no such fraction of it. */
export function toStripe(amount: number, currency: string): number | undefined {
  const decimals = currencyDecimals(currency);
  if (decimals === undefined || decimals > 3) return undefined;
  const shift = (ITS_DECIMALS[currency] ?? decimals) - decimals;
  const shifted = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  return Number.isSafeInteger(shifted) && (decimals < 3 || shifted % STEP_OF_THREE === 0)
    ? shifted
    : undefined;
}

/** Converts an amount of Stripe to the smallest unit of ISO 4217; undefined if it is not such an amount. */
export function fromStripe(amount: number, currency: string): number | undefined {
  const decimals = currencyDecimals(currency);
  if (decimals === undefined) return undefined;
  const shift = decimals - (ITS_DECIMALS[currency] ?? decimals);
  const shifted = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  return Number.isSafeInteger(shifted) ? shifted : undefined;
}
