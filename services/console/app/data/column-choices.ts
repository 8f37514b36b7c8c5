import type { components } from "@jst/client";
import { shownValue } from "../parts/values.ts";

// Not from tables.ts, which only a browser can load.
type Column = components["schemas"]["Column"];

/** Under which name the options of a column have what is chosen from. */
const CHOSEN_FROM: Partial<Record<Column["type"], string>> = {
  select: "options",
  multi_select: "options",
  state: "states",
};

/** The choices of a column by their values; undefined where it has none. */
export function choicesOf({
  type,
  options,
}: Pick<Column, "type" | "options">): Readonly<Record<string, string>> | undefined {
  const member = CHOSEN_FROM[type];
  if (member === undefined) return undefined;
  return Object.fromEntries(choicesIn(options, member).map(({ value, label }) => [value, label ?? value]));
}

/** The choices that a cell has, of one or several; undefined where the column has none. */
export function chosenIn({ type, options }: Column, value: unknown): readonly Choice[] | undefined {
  const member = CHOSEN_FROM[type];
  if (member === undefined) return undefined;
  const all = choicesIn(options, member);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((one) => typeof one === "string")
    .map((one) => all.find((choice) => choice.value === one) ?? { value: one });
}

/** One of what a select, multi_select or state column is chosen from, as its options have it. */
export interface Choice {
  value: string;
  label?: string;
  color?: string;
}

const choicesIn = (options: Column["options"], member: string): readonly Choice[] =>
  (options as Partial<Record<string, Choice[]>> | undefined)?.[member] ?? [];

/** Lists the choices of a column; undefined if its type has none. */
export function chosenFrom({
  type,
  options,
}: Pick<Column, "type" | "options">): readonly Choice[] | undefined {
  const member = CHOSEN_FROM[type];
  return member === undefined ? undefined : choicesIn(options, member);
}

/** Whether a cell may be emptied: a state that has transitions never again. */
export const mayBeEmptied = ({ type, required, options }: Column, value: unknown): boolean =>
  !required && (type !== "state" || transitionsIn(options) === undefined || typeof value !== "string");

const transitionsIn = (options: Column["options"]) =>
  (options as { transitions?: Record<string, string[]> } | undefined)?.transitions;

/** The choices that a cell may become: of a state itself and those that its transitions allow. */
export function choicesAfter(column: Column, value: unknown): Readonly<Record<string, string>> {
  const all = choicesOf(column) ?? {};
  const transitions = transitionsIn(column.options);
  if (column.type !== "state" || transitions === undefined || typeof value !== "string") return all;
  const allowed = [value, ...(Object.hasOwn(transitions, value) ? (transitions[value] ?? []) : [])];
  return Object.fromEntries(Object.entries(all).filter(([one]) => allowed.includes(one)));
}

const SAMPLE_MAX = 60;

/** A cell as an example: its choices by what people call them, and the beginning of what is long. */
export function shownSample(column: Column, value: unknown): string {
  const labels = new Map(Object.entries(choicesOf(column) ?? {}));
  const called = (one: unknown): unknown => (typeof one === "string" ? (labels.get(one) ?? one) : one);
  const text = shownValue(Array.isArray(value) ? value.map(called) : called(value));
  return text.length <= SAMPLE_MAX ? text : `${text.slice(0, SAMPLE_MAX)}…`;
}
