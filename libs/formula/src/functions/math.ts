import { cellError, finite, isList, type Value } from "../value.ts";
import { isBlank } from "../coerce.ts";
import { noiseless, sumOf } from "../decimals.ts";
import { row } from "../signature.ts";

/** Every value, lists opened. */
function flat(values: readonly Value[]): Value[] {
  return values.flatMap((value) => (isList(value) ? flat(value) : [value]));
}

/** The number with its decimal point moved, as decimals: 1.005 * 100 would be 100.49999999999999. */
function shifted(n: number, places: number): number {
  const text = String(n);
  const at = text.indexOf("e");
  if (at === -1) return Number(`${text}e${places}`);
  return Number(`${text.slice(0, at)}e${Number(text.slice(at + 1)) + places}`);
}

/** Rounds the magnitude to so many decimal places; negative ones are tens, hundreds and so on. */
function rounded(n: number, digits: number, round: (magnitude: number) => number): number {
  const places = Math.trunc(digits);
  if (Math.abs(places) > 100) throw cellError("#NUM!");
  if (places >= 0 && Number.isInteger(n)) return n;
  return finite(Math.sign(n) * shifted(round(noiseless(shifted(Math.abs(n), places))), -places));
}

/** The multiple of the significance next to the number. */
function multiple(n: number, significance: number, round: (n: number) => number): number {
  if (significance === 0) throw cellError("#DIV/0!");
  const size = Math.abs(significance);
  return finite(noiseless(round(noiseless(n / size)) * size));
}

/** Remainder with the sign of the divisor; #DIV/0! by zero. */
export function modulo(n: number, divisor: number): number {
  if (divisor === 0) throw cellError("#DIV/0!");
  const rest = n % divisor;
  return finite(rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest);
}

/** Power; #DIV/0! for a negative power of zero, #NUM! for what no double is. */
export function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throw cellError("#DIV/0!");
  return finite(base ** exponent);
}

function logarithm(n: number, base = 10): number {
  if (n <= 0 || base <= 0) throw cellError("#NUM!");
  if (base === 1) throw cellError("#DIV/0!");
  return finite(
    base === 10 ? Math.log10(n) : base === 2 ? Math.log2(n) : noiseless(Math.log(n) / Math.log(base)),
  );
}

const NUMERAL = /^\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?\s*$/;

function numeral(text: string): number {
  if (text.length > 400 || !NUMERAL.test(text)) throw cellError("#VALUE!");
  return finite(Number(text));
}

/** Numbers. Aggregates skip blanks; what has no number at all is a blank, a sum 0. */
export const math = [
  row("SUM", ["numbers..."], "number", (_, ...numbers) => finite(sumOf(numbers))),
  row("AVERAGE", ["numbers..."], "number", (_, ...numbers) =>
    numbers.length === 0 ? null : finite(sumOf(numbers) / numbers.length),
  ),
  row("MIN", ["numbers..."], "number", (_, ...numbers) =>
    numbers.length === 0 ? null : numbers.reduce((least, n) => Math.min(least, n)),
  ),
  row("MAX", ["numbers..."], "number", (_, ...numbers) =>
    numbers.length === 0 ? null : numbers.reduce((most, n) => Math.max(most, n)),
  ),
  row(
    "COUNT",
    ["any..."],
    "number",
    (_, ...values) => flat(values).filter((value) => typeof value === "number").length,
  ),
  row(
    "COUNTA",
    ["any..."],
    "number",
    (_, ...values) => flat(values).filter((value) => !isBlank(value)).length,
  ),
  row("ROUND", ["number", "number?"], "number", (_, n, digits = 0) => rounded(n, digits, Math.round)),
  row("ROUNDUP", ["number", "number?"], "number", (_, n, digits = 0) => rounded(n, digits, Math.ceil)),
  row("ROUNDDOWN", ["number", "number?"], "number", (_, n, digits = 0) => rounded(n, digits, Math.floor)),
  row("CEILING", ["number", "number?"], "number", (_, n, size = 1) => multiple(n, size, Math.ceil)),
  row("FLOOR", ["number", "number?"], "number", (_, n, size = 1) => multiple(n, size, Math.floor)),
  row("INT", ["number"], "number", (_, n) => Math.floor(noiseless(n))),
  row("ABS", ["number"], "number", (_, n) => Math.abs(n)),
  row("SQRT", ["number"], "number", (_, n) => finite(Math.sqrt(n))),
  row("POWER", ["number", "number"], "number", (_, base, exponent) => power(base, exponent)),
  row("EXP", ["number"], "number", (_, n) => finite(Math.exp(n))),
  row("LOG", ["number", "number?"], "number", (_, n, base) => logarithm(n, base)),
  row("MOD", ["number", "number"], "number", (_, n, divisor) => modulo(n, divisor)),
  row("VALUE", ["text"], "number", (_, text) => numeral(text)),
];
