import { Decimal } from "decimal.js";
import { noiseless } from "../decimals.ts";

/** Value of an expression in the reference: blank, number, text or truth. */
export type Plain = null | number | string | boolean;

/** A formula as text, how tightly its outermost operator binds, and its value worked out beside the evaluator. */
export interface Pair<T extends Plain = Plain> {
  text: string;
  binding: number;
  value: () => T | null;
}

/** A random whole number from 0 to below the bound. */
export type Roll = (bound: number) => number;

/** An error value of the reference. */
export class Fault extends Error {}

const CALL = 9;

function fail(code: string): never {
  throw new Fault(code);
}

const real = (n: number): number => (Number.isFinite(n) ? n : fail("#NUM!"));

/** A repeatable source of numbers (mulberry32). */
export function dice(seed: number): Roll {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

function pick<T>(roll: Roll, members: readonly T[]): T {
  return members[roll(members.length)] ?? fail("nothing to pick");
}

const call = <T extends Plain>(name: string, args: readonly Pair[], value: () => T | null): Pair<T> => ({
  text: `${name}(${args.map(({ text }) => text).join(", ")})`,
  binding: CALL,
  value,
});

/** Brackets stand only where the operators would bind otherwise. */
const wrap = (pair: Pair, least: number) => (pair.binding < least ? `(${pair.text})` : pair.text);

const infix = <T extends Plain>(
  operator: string,
  binding: number,
  a: Pair,
  b: Pair,
  value: () => T | null,
): Pair<T> => ({
  text: `${wrap(a, binding)} ${operator} ${wrap(b, binding + 1)}`,
  binding,
  value,
});

/** Whether two numbers are the same decimal, or two blanks. */
const isSame = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : noiseless(a) === noiseless(b);

/** Blank when one of the values is; all are worked out first, so that errors come before blanks. */
function whole<A extends Plain, B extends Plain, R extends Plain>(
  a: Pair<A>,
  b: Pair<B>,
  work: (a: A, b: B) => R,
) {
  return (): R | null => {
    const [x, y] = [a.value(), b.value()];
    return x === null || y === null ? null : work(x, y);
  };
}

function caught<T extends Plain>(attempt: () => T | null, otherwise: (fault: Fault) => T | null): T | null {
  try {
    return attempt();
  } catch (fault) {
    if (fault instanceof Fault) return otherwise(fault);
    throw fault;
  }
}

const arithmetic: readonly [string, number, (a: number, b: number) => number][] = [
  ["+", 3, (a, b) => real(new Decimal(a).plus(b).toNumber())],
  ["-", 3, (a, b) => real(new Decimal(a).minus(b).toNumber())],
  ["*", 4, (a, b) => real(new Decimal(a).times(b).toNumber())],
  ["/", 4, (a, b) => (b === 0 ? fail("#DIV/0!") : real(a / b))],
  ["%", 4, (a, b) => (b === 0 ? fail("#DIV/0!") : real(((a % b) + b) % b))],
];

/** A random formula that yields a number. */
export function number(roll: Roll, depth: number): Pair<number> {
  if (depth === 0 || roll(6) === 0) {
    const n = roll(9);
    const [text, value] = pick(roll, [["{n}", 4], ["{zero}", 0], ["{none}", null], [String(n), n], ["0.5", 0.5]] as const); // prettier-ignore
    return { text, binding: CALL, value: () => value };
  }
  const [a, b] = [number(roll, depth - 1), number(roll, depth - 1)];
  const c = truth(roll, depth - 1);
  const [s, t] = [words(roll, depth - 1), words(roll, depth - 1)];
  const both = () => [a.value(), b.value()].filter((value) => value !== null);
  const some = (work: (...numbers: number[]) => number) => () => {
    const numbers = both();
    return numbers.length === 0 ? null : work(...numbers);
  };
  return pick<() => Pair<number>>(roll, [
    () => ({ text: `-${wrap(a, 5)}`, binding: 5, value: () => { const v = a.value(); return v === null ? null : -v; } }), // prettier-ignore
    () => call("IF", [c, a, b], () => (c.value() === true ? a.value() : b.value())),
    () => call("IFERROR", [a, b], () => caught(a.value, b.value)),
    () => call("COALESCE", [a, b], () => { const [x, y] = [a.value(), b.value()]; return x ?? y; }), // prettier-ignore
    () => call("SWITCH", [a, b, a, b], () => (isSame(a.value(), b.value()) ? a.value() : b.value())),
    () => call("SUM", [a, b], () => real(both().reduce((x, y) => x + y, 0))),
    () => call("MIN", [a, b], some(Math.min)),
    () => call("MAX", [a, b], some(Math.max)),
    () => call("COUNT", [a, s, b], () => { const x = a.value(); s.value(); const y = b.value(); return [x, y].filter((v) => v !== null).length; }), // prettier-ignore
    () => call("INT", [a], () => { const v = a.value(); return v === null ? null : Math.floor(v); }), // prettier-ignore
    () => call("LEN", [s], () => { const v = s.value(); return v === null ? null : Array.from(v).length; }), // prettier-ignore
    () => call("FIND", [s, t], () => { const [x, y] = [s.value() ?? "", t.value() ?? ""]; return x === "" ? 0 : y.indexOf(x) + 1; }), // prettier-ignore
    ...arithmetic.map(
      ([sign, binding, work]) =>
        () =>
          infix(sign, binding, a, b, whole(a, b, work)),
    ),
  ])();
}

const count = (value: number) => (Math.trunc(value) < 0 ? fail("#VALUE!") : Math.trunc(value));

/** A random formula that yields a text. */
export function words(roll: Roll, depth: number): Pair<string> {
  if (depth === 0 || roll(6) === 0) {
    const [text, value] = pick(roll, [["{t}", "Hello"], ['""', ""], ["'lo'", "lo"], ['"l\\"x"', 'l"x'], ["BLANK()", null]] as const); // prettier-ignore
    return { text, binding: CALL, value: () => value };
  }
  const [s, t, u] = [words(roll, depth - 1), words(roll, depth - 1), words(roll, depth - 1)];
  const n = number(roll, depth - 1);
  const c = truth(roll, depth - 1);
  const one = (work: (text: string) => string) => () => {
    const value = s.value();
    return value === null ? null : work(value);
  };
  const joined = () => { const [x, y] = [s.value(), t.value()]; return (x ?? "") + (y ?? ""); }; // prettier-ignore
  return pick<() => Pair<string>>(roll, [
    () => infix("&", 2, s, t, joined),
    () => infix("&", 2, n, s, () => { const [x, y] = [n.value(), s.value()]; return `${x === null ? "" : x === 0 ? 0 : noiseless(x)}${y ?? ""}`; }), // prettier-ignore
    () => call("CONCAT", [s, t], joined),
    () =>
      call(
        "UPPER",
        [s],
        one((text) => text.toUpperCase()),
      ),
    () =>
      call(
        "LOWER",
        [s],
        one((text) => text.toLowerCase()),
      ),
    () =>
      call(
        "LEFT",
        [s, n],
        whole(s, n, (text, k) => text.slice(0, count(k))),
      ),
    () =>
      call(
        "RIGHT",
        [s, n],
        whole(s, n, (text, k) => text.slice(Math.max(0, text.length - count(k)))),
      ),
    () => call("SUBSTITUTE", [s, t, u], () => { const [x, y, z] = [s.value(), t.value(), u.value()]; return x === null || y === null ? null : y === "" ? x : x.split(y).join(z ?? ""); }), // prettier-ignore
    () => call("IF", [c, s, t], () => (c.value() === true ? s.value() : t.value())),
    () => call("IFERROR", [s, t], () => caught(s.value, t.value)),
  ])();
}

/** A random formula that yields a truth. */
export function truth(roll: Roll, depth: number): Pair<boolean> {
  if (depth === 0 || roll(6) === 0) {
    const [text, value] = pick(roll, [
      ["true", true],
      ["FALSE()", false],
      ["{flag}", false],
    ] as const);
    return { text, binding: CALL, value: () => value };
  }
  const [a, b] = [number(roll, depth - 1), number(roll, depth - 1)];
  const [s, t] = [words(roll, depth - 1), words(roll, depth - 1)];
  const [p, q] = [truth(roll, depth - 1), truth(roll, depth - 1)];
  const all = () => [p.value(), q.value()].map((value) => value === true);
  return pick<() => Pair<boolean>>(roll, [
    () =>
      infix(
        "<",
        1,
        a,
        b,
        whole(a, b, (x, y) => noiseless(x) < noiseless(y)),
      ),
    () =>
      infix(
        ">=",
        1,
        a,
        b,
        whole(a, b, (x, y) => x >= y),
      ),
    () =>
      infix(
        "<=",
        1,
        s,
        t,
        whole(s, t, (x, y) => x <= y),
      ),
    () => infix("=", 1, a, b, () => isSame(a.value(), b.value())),
    () => infix("!=", 1, s, t, () => (s.value() ?? "") !== (t.value() ?? "")),
    () => call("AND", [p, q], () => all().every(Boolean)),
    () => call("OR", [p, q], () => all().some(Boolean)),
    () => call("XOR", [p, q], () => all().filter(Boolean).length === 1),
    () => call("NOT", [p], () => p.value() !== true),
    () => call("ISBLANK", [s], () => { const v = s.value(); return v === null || v === ""; }), // prettier-ignore
    () => call("ISERROR", [a], () => caught<boolean>(() => { a.value(); return false; }, () => true)), // prettier-ignore
  ])();
}
