import { currencyDecimals } from "../money/currency.ts";

/** An amount in the smallest unit as people read it, with the currency's decimals: 1234567 of KWD is 1,234.567. */
export function shownAmount(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency) ?? 0;
  const digits = String(amount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/** The same with the code of the currency. */
export const shownMoney = (amount: number, currency: string): string =>
  `${shownAmount(amount, currency)} ${currency}`;
