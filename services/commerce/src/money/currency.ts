import * as currencies from "dinero.js/currencies";
import { AppError } from "@jst/errors";

/** Currencies that ISO 4217 has withdrawn and the library still lists: Bulgaria has paid in EUR since January 2026. */
const WITHDRAWN: ReadonlySet<string> = new Set(["BGN"]);

interface CurrencyEntry {
  code: string;
  base: number | readonly number[];
  exponent: number;
}

/** The library counts the fifths of ouguiya and ariary; the list has two decimals for both. */
const decimalsOf = ({ base, exponent }: CurrencyEntry): number => (base === 10 ? exponent : 2);

const decimals: ReadonlyMap<string, number> = new Map(
  Object.values<CurrencyEntry>(currencies)
    .filter(({ code }) => !WITHDRAWN.has(code))
    .map((listed) => [listed.code, decimalsOf(listed)]),
);

/**
 * Decimals of a currency on the active list of ISO 4217; undefined for any other text, and for a unit without decimals
 * of its own such as gold.
 */
export function currencyDecimals(code: string): number | undefined {
  return decimals.get(code);
}

/** Every currency that a document may have. */
export const currencyCodes = (): readonly string[] => [...decimals.keys()];

/** Throws currency_unsupported for a code that currencyDecimals does not know. */
export function requireCurrency(code: string): void {
  if (currencyDecimals(code) !== undefined) return;
  const message = `${code} is not a supported currency. Use a code of ISO 4217 such as EUR.`;
  throw new AppError("currency_unsupported", message, {
    errors: [{ field: "currency", code: "currency_unsupported", message }],
  });
}

/** Writes an amount in the smallest unit with the currency's decimals: 1234567 of KWD is 1,234.567. */
export function shownAmount(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency) ?? 0;
  const digits = String(amount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/** Writes an amount with the code of the currency. */
export const shownMoney = (amount: number, currency: string): string =>
  `${shownAmount(amount, currency)} ${currency}`;
