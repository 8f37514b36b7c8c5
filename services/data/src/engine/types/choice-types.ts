import { createHash } from "node:crypto";
import type { FieldError } from "@jst/errors";
import { type RankedOrder, SORT_TEXT_CHARS, sortTexts } from "@jst/query";
import { CHOICES_MAX, readChoices } from "./choices.ts";
import {
  type Choice,
  type ColumnOptions,
  fits,
  isEmptyList,
  members,
  misfit,
  mismatch,
  type OptionsReader,
  type TypeDefinition,
} from "./definition.ts";
import { cellText } from "./text-types.ts";

/** Values of one multi_select cell (limits.columns). */
const VALUES_MAX = 100;

const selectOptions: OptionsReader = (options, at, errors) =>
  members({ options: readChoices }, options, at, errors);

const holds = (choices: readonly Choice[] | undefined, value: unknown) =>
  choices?.some((choice) => choice.value === value) === true;

/** One of the column's options. */
export const select: TypeDefinition = {
  read: (value, { options }) => {
    if (typeof value !== "string") return mismatch("one of the column's options");
    if (holds(options, value)) return fits(value);
    return misfit("invalid_value", "The value is not one of the column's options.");
  },
  field: (name, { options = [] }) => ({
    kind: "select",
    sql: cellText(name),
    ranked: choiceOrder(name, options),
  }),
  options: selectOptions,
  comparable: true,
  adapt: onlyMember,
};

/** Distinct options of the column, in the order they were given; none is an empty cell. */
export const multiSelect: TypeDefinition = {
  read: (value, { options }) => {
    if (!Array.isArray(value)) return mismatch("a list of the column's options");
    if (value.length > VALUES_MAX) return misfit("too_many", `A cell can have at most ${VALUES_MAX} values.`);
    if (!value.every((each) => holds(options, each)))
      return misfit("invalid_value", "A value is not one of the column's options.");
    if (new Set(value).size < value.length)
      return misfit("duplicate", "The cell has this value twice. Send each value once.");
    return fits(isEmptyList(value) ? null : value);
  },
  field: (name, { options = [] }) => ({
    kind: "multi",
    sql: cellTexts(name),
    sort: sortTexts(cellTexts(name)),
    ranked: choiceOrder(name, options),
  }),
  options: selectOptions,
  comparable: false,
  mayBeBlank: true,
  adapt: (value) => (Array.isArray(value) ? (value as unknown[]) : [value]),
};

/** One of the column's states; which may follow which is checked where the row's present state is known. */
export const state: TypeDefinition = {
  read: (value, { states }) => {
    if (typeof value !== "string") return mismatch("one of the column's states");
    return holds(states, value)
      ? fits(value)
      : misfit("invalid_value", "The value is not one of the column's states.");
  },
  field: (name, { states = [] }) => ({
    kind: "select",
    sql: cellText(name),
    ranked: choiceOrder(name, states),
  }),
  options: stateOptions,
  comparable: true,
  adapt: onlyMember,
  initial: (options) => options.initial,
};

/** Returns the order of the choices, value by value; a value that is no longer a choice comes behind them. */
function choiceOrder(name: string, choices: readonly Choice[]): RankedOrder {
  const values = choices.map(({ value }) => `'${value.replaceAll("'", "''")}'`).join(", ");
  const cell = `platform.jsonb_field(r.data, '${name}')`;
  return {
    sql: `platform.choice_places(${cell}, array[${values}]::text[], ${SORT_TEXT_CHARS})`,
    version: createHash("sha256").update(values).digest("base64url").slice(0, 12),
  };
}

/** SQL for a list cell as text[]; null when it is empty or no list. */
export function cellTexts(name: string): string {
  const cell = `platform.jsonb_field(r.data, '${name}')`;
  return `(case when platform.jsonb_kind(${cell}) = 'array' then array(select jsonb_array_elements_text(${cell})) end)`;
}

function onlyMember(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function stateOptions(options: Record<string, unknown>, at: string, errors: FieldError[]): ColumnOptions {
  const readers = { states: readStates, initial: readText, transitions: readTransitions };
  const read = members(readers, options, at, errors);
  const fault = (field: string, code: string, message: string) =>
    errors.push({ field: `${at}.${field}`, code, message });
  if (!Object.hasOwn(options, "states"))
    fault("states", "required", 'A state column needs its states. Send at least one, such as "open".');
  if (!Object.hasOwn(options, "initial"))
    fault("initial", "required", "A state column needs an initial state. Send one of its states as initial.");
  const { states = [], initial, transitions = {} } = read;
  if (initial !== undefined && states.length > 0 && !holds(states, initial))
    fault("initial", "invalid_value", "The initial state must be one of the states.");
  const known = new Set(states.map(({ value }) => value));
  for (const [from, targets] of Object.entries(transitions)) {
    for (const stranger of [from, ...targets].filter((each) => !known.has(each)))
      fault(
        `transitions.${from.slice(0, 80)}`,
        "invalid_value",
        `'${stranger.slice(0, 80)}' is not one of the states.`,
      );
  }
  return read;
}

function readStates(value: unknown, at: string, errors: FieldError[]): Choice[] {
  const states = readChoices(value, at, errors, true);
  if (Array.isArray(value) && value.length === 0)
    errors.push({
      field: at,
      code: "invalid_value",
      message: 'A state column needs at least one state, such as "open". Add one to states.',
    });
  return states;
}

function readText(value: unknown, at: string, errors: FieldError[]): string | undefined {
  if (typeof value === "string") return value;
  errors.push({
    field: at,
    code: "type_mismatch",
    message: "Must be one of the states of this column. Check the spelling.",
  });
  return undefined;
}

/** The states that may follow each state, each once. */
function readTransitions(
  value: unknown,
  at: string,
  errors: FieldError[],
): Record<string, string[]> | undefined {
  if (!isMapOfTexts(value)) {
    const message = "Must be an object that has, for each state, the list of states that can follow it.";
    errors.push({ field: at, code: "type_mismatch", message });
    return undefined;
  }
  const read = Object.entries(value).map(([from, targets]): [string, string[]] => [
    from,
    [...new Set(targets)],
  ]);
  if (read.length <= CHOICES_MAX && read.every(([, targets]) => targets.length <= CHOICES_MAX))
    return Object.fromEntries(read);
  const message = `Use at most ${CHOICES_MAX} states. Each state can have at most ${CHOICES_MAX} next states.`;
  errors.push({ field: at, code: "too_many", message });
  return undefined;
}

function isMapOfTexts(value: unknown): value is Record<string, string[]> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (list) => Array.isArray(list) && list.every((each) => typeof each === "string"),
  );
}
