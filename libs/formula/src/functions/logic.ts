import { isBlank } from "../coerce.ts";
import { isEqual } from "../compare.ts";
import { BudgetExceeded } from "../budget.ts";
import { row } from "../signature.ts";
import { CellError, type Value, type ValueType } from "../value.ts";

/** The one type of all that may come out; blanks fit any. */
export function unified(types: readonly ValueType[]): ValueType {
  const present = [...new Set(types.filter((type) => type !== "null"))];
  return present.length === 0 ? "null" : present.length === 1 ? (present[0] ?? "any") : "any";
}

/** The error value the expression ends in; undefined when it has none. A used up budget goes on up. */
function errorOf(evaluate: () => Value): CellError | { value: Value } {
  try {
    return { value: evaluate() };
  } catch (error) {
    if (error instanceof CellError && !(error instanceof BudgetExceeded)) return error;
    throw error;
  }
}

/** Results of SWITCH: every second argument, and the default when there is one. */
const switchResults = (types: readonly ValueType[]): ValueType[] =>
  types.filter((_, i) => i > 0 && (i % 2 === 0 || (i === types.length - 1 && types.length % 2 === 0)));

/** Choices, truth and blanks. AND, OR and COALESCE evaluate all they are given; an error in it is theirs. */
export const logic = [
  row(
    "IF",
    ["condition", "lazy", "lazy?"],
    (types) => unified(types.slice(1)),
    (_, condition, yes, no) => (condition ? yes() : (no?.() ?? null)),
  ),
  row(
    "SWITCH",
    ["any", "lazy", "lazy..."],
    (types) => unified(switchResults(types)),
    ({ timezone }, subject, ...rest) => {
      for (let i = 0; i + 1 < rest.length; i += 2) {
        if (isEqual(subject, rest[i]?.() ?? null, timezone)) return rest[i + 1]?.() ?? null;
      }
      return rest.length % 2 === 1 ? (rest.at(-1)?.() ?? null) : null;
    },
  ),
  row("AND", ["condition..."], "boolean", (_, ...all) => all.every(Boolean)),
  row("OR", ["condition..."], "boolean", (_, ...all) => all.some(Boolean)),
  row("NOT", ["condition"], "boolean", (_, condition) => !condition),
  row("XOR", ["condition..."], "boolean", (_, ...all) => all.filter(Boolean).length % 2 === 1),
  row("BLANK", [], "null", () => null),
  row("ISBLANK", ["any"], "boolean", (_, value) => isBlank(value)),
  row("COALESCE", ["any..."], unified, (_, ...values) => values.find((value) => value !== null) ?? null),
  row("IFERROR", ["lazy", "lazy"], unified, (_, attempt, fallback) => {
    const outcome = errorOf(attempt);
    return outcome instanceof CellError ? fallback() : outcome.value;
  }),
  row("ISERROR", ["lazy"], "boolean", (_, attempt) => errorOf(attempt) instanceof CellError),
];
