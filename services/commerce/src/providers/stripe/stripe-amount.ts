import { currencyDecimals } from "../../money/currency.ts";

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
