import { decimalOf, plainText, shifted } from "./digits.ts";
import { byLocale, knownLocale, once } from "./locales.ts";
import { numberIn, readDecimal } from "./number.ts";
import { fits, misfit, type Reading } from "./reading.ts";

/** A currency and the locale in which its amounts are written. */
export interface MoneyShape {
  locale: string;
  currency: string;
  exact?: boolean;
}

/** Currencies by their decimal places in ISO 4217. Intl has those in which cash is paid: none of HUF and COP. */
const PLACES: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const places = new Map(
  Object.entries(PLACES).flatMap(([count, codes]) =>
    codes.split(" ").map((code) => [code, Number(count)] as const),
  ),
);

/** Counts the decimal places of a currency: two, unless ISO 4217 says otherwise. */
export const digitsOf = (currency: string): number => places.get(currency.toUpperCase()) ?? 2;

const isCode = (currency: string): boolean => /^[A-Za-z]{3}$/.test(currency);

/** Formats by locale and currency. */
const formatOf = once((key) => {
  const [locale = "", currency = ""] = key.split(" ");
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(knownLocale(locale), {
    ...{ style: "currency", currency },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
});

/** Reads an amount in whole units of a currency as its smallest unit: 12.50 of EUR is 1250 (values.money). */
export function readMoney(text: string, { locale, currency }: MoneyShape): Reading<number> {
  const { amount, sign } = apart(plainText(text));
  if (sign !== "" && !signsOf(`${locale} ${currency}`).has(foldedSign(sign)))
    return foreign(sign, currency, locale);
  const decimal = readDecimal(amount, locale);
  if (decimal.fault !== undefined) return wrongAmount(decimal.fault.message, currency, locale);
  const count = digitsOf(currency);
  const minor = Number(shifted(decimal.value, count));
  if (Math.abs(minor) > Number.MAX_SAFE_INTEGER)
    return misfit("out_of_range", "The amount is too large. Write a smaller one.");
  if (shifted(decimalOf(minor), -count) === decimal.value && Number.isInteger(minor)) return fits(minor);
  const most = count === 0 ? "no decimal places" : `at most ${count} decimal places`;
  return misfit("too_precise", `An amount in ${currency} has ${most}.`);
}

const wrongAmount = (message: string, currency: string, locale: string) =>
  message.includes("two ways")
    ? misfit("invalid_format", message)
    : misfit("type_mismatch", `Write an amount in ${currency} such as ${sampleOf(currency, locale)}.`);

const sampleOf = (currency: string, locale: string): string =>
  numberIn(locale, digitsOf(currency) === 0 ? "12" : "12.50");

/** The number of an amount and what stands before or behind it, which is the sign of a currency. */
function apart(text: string): { amount: string; sign: string } {
  const [, before = "", number = text, behind = ""] =
    /^([^\d]*?)([+-]?[.,]?\d(?:.*\d)?[.,]?)(\D*)$/su.exec(text) ?? [];
  const minus = before.includes("-") && !number.startsWith("-") ? "-" : "";
  const signs = [before.replace("-", ""), behind].map((one) => one.trim()).filter((one) => one !== "");
  return { amount: minus + number, sign: signs.join(" ") };
}

const foldedSign = (sign: string): string => sign.normalize("NFKC").replace(/[\s.]/gu, "").toUpperCase();

/** The signs by which people of a locale know a currency, folded; by locale and currency. */
const signsOf = once((key): ReadonlySet<string> => {
  const [locale = "", currency = ""] = key.split(" ");
  const displays = ["code", "symbol", "narrowSymbol"] as const;
  const all = displays.flatMap((display) => ["en-US", locale].map((one) => signIn(one, currency, display)));
  return new Set(all.map(foldedSign));
});

function signIn(
  locale: string,
  currency: string,
  currencyDisplay: "code" | "symbol" | "narrowSymbol",
): string {
  if (!isCode(currency)) return currency;
  const format = new Intl.NumberFormat(knownLocale(locale), { style: "currency", currency, currencyDisplay });
  return plainText(format.formatToParts(1).find(({ type }) => type === "currency")?.value ?? "");
}

/** Currencies by the signs by which people of a locale know them. */
const currenciesOf = byLocale(
  (locale) =>
    new Map(
      Intl.supportedValuesOf("currency").flatMap((code) =>
        [...signsOf(`${locale} ${code}`)].map((sign) => [sign, code] as const),
      ),
    ),
);

function foreign(sign: string, currency: string, locale: string): Reading<number> {
  const other = currenciesOf(locale).get(foldedSign(sign));
  if (other === undefined || other === currency) return wrongAmount("", currency, locale);
  return misfit("invalid_format", `${sign} is another currency. Write the amount in ${currency}.`);
}

/** Shows an amount of the smallest unit of a currency: €12.50; exact without the sign, as an editor has it. */
export function shownMoney(minor: number, { locale, currency, exact = false }: MoneyShape): string {
  const count = digitsOf(currency);
  const decimal = shifted(decimalOf(minor), -count);
  if (exact) {
    const [whole = "", fraction = ""] = decimal.split(".");
    return numberIn(locale, count === 0 ? decimal : `${whole}.${fraction.padEnd(count, "0")}`);
  }
  if (!isCode(currency)) return `${decimal} ${currency}`;
  return formatOf(`${locale} ${currency}`).format(decimal as `${number}`);
}
