import { type Binary, type BinaryOperator, chainOf, type Expression } from "./ast.ts";
import { asCondition, asList, asMoment, asNumber, asText } from "./coerce.ts";
import { isEqual, order } from "./compare.ts";
import { productOf, sumOf } from "./decimals.ts";
import { modulo, power } from "./functions/math.ts";
import type { RowRun, Run } from "./row-run.ts";
import { kindOf, parameterAt, type Kind } from "./signature.ts";
import { bounded, cellError, finite, isList, type Value } from "./value.ts";

/**
 * The expression as a function of the row, which throws CellError for an error value. It holds nothing of the
 * expression, nor of the table it stands in.
 */
export function compile(node: Expression): Run {
  switch (node.kind) {
    case "literal": {
      const { value } = node;
      return counted(() => value);
    }
    case "column": {
      const { name } = node;
      return counted((row) => row.column(name));
    }
    case "negate": {
      const operand = compile(node.operand);
      return counted((row) => {
        const value = operand(row);
        return value === null ? null : finite(-asNumber(value));
      });
    }
    case "binary":
      return chain(node);
    case "call": {
      const { fn } = node;
      const args = node.args.map((arg, i) => argument(kindOf(parameterAt(fn, i) ?? "any"), compile(arg)));
      return counted((row) => {
        const values: unknown[] = [];
        let isBlank = false;
        // All arguments first: an error in a later one is not hidden by a blank before it.
        for (const arg of args) isBlank = arg(row, values) || isBlank;
        if (isBlank) return null;
        return fn.run(row, ...values);
      });
    }
  }
}

function counted(run: Run): Run {
  return (row) => {
    row.budget.spend(1);
    return run(row);
  };
}

/** Adds the argument as its kind wants it; true when it is a blank the kind has no rule for. */
type Argument = (row: RowRun, values: unknown[]) => boolean;

const convert: Record<Exclude<Kind, "lazy" | "numbers">, (value: Value) => unknown> = {
  number: asNumber,
  text: asText,
  words: asText,
  date: asMoment,
  list: asList,
  items: (value) => (value === null ? null : asList(value)),
  condition: asCondition,
  any: (value) => value,
};

const takesBlank: ReadonlySet<Kind> = new Set(["words", "items", "condition", "any"]);

function argument(kind: Kind, run: Run): Argument {
  if (kind === "lazy")
    return (row, values) => {
      values.push(() => run(row));
      return false;
    };
  if (kind === "numbers")
    return (row, values) => {
      addNumbers(measured(row, run(row)), values);
      return false;
    };
  const isBlankTaken = takesBlank.has(kind);
  const converted = convert[kind];
  return (row, values) => {
    const value = measured(row, run(row));
    if (value === null && !isBlankTaken) return true;
    values.push(converted(value));
    return false;
  };
}

/** Numbers of an aggregate's argument, blanks left out. */
function addNumbers(value: Value, numbers: unknown[]): void {
  if (isList(value)) for (const item of value) addNumbers(item, numbers);
  else if (value !== null) numbers.push(asNumber(value));
}

/** The value, its size charged to the row. */
function measured(row: RowRun, value: Value): Value {
  if (typeof value === "string" || isList(value)) row.budget.spend(stepsOf(value));
  return value;
}

/** Returns the cost of handling the value: its characters, and the items of a list with theirs. */
function stepsOf(value: Value): number {
  if (typeof value === "string") return value.length / 1_000;
  return isList(value) ? value.reduce<number>((steps, item) => steps + 1 / 100 + stepsOf(item), 0) : 0;
}

const arithmetic = {
  "+": (a: number, b: number) => sumOf([a, b]),
  "-": (a: number, b: number) => sumOf([a, -b]),
  "*": productOf,
  "/": (a: number, b: number) => {
    if (b === 0) throw cellError("#DIV/0!");
    return a / b;
  },
  "%": modulo,
  "^": power,
};

const ordering = {
  "<": (sign: number) => sign < 0,
  "<=": (sign: number) => sign <= 0,
  ">": (sign: number) => sign > 0,
  ">=": (sign: number) => sign >= 0,
};

/** The operators of a chain, one after the other: a loop, as there may be thousands. */
function chain(node: Binary): Run {
  const { first, links } = chainOf(node);
  const start = compile(first);
  const rest = links.map(({ operator, right }) => ({ apply: operation(operator), right: compile(right) }));
  return (row) => {
    row.budget.spend(rest.length);
    let value = start(row);
    for (const { apply, right } of rest) value = apply(row, value, right(row));
    return value;
  };
}

function operation(operator: BinaryOperator): (row: RowRun, left: Value, right: Value) => Value {
  switch (operator) {
    case "&":
      return (row, a, b) => measured(row, bounded(asText(a) + asText(b)));
    case "=":
      return (row, a, b) => isEqual(measured(row, a), b, row.timezone);
    case "!=":
      return (row, a, b) => !isEqual(measured(row, a), b, row.timezone);
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const holds = ordering[operator];
      return (row, a, b) => (a === null || b === null ? null : holds(order(a, b, row.timezone)));
    }
    default: {
      const work = arithmetic[operator];
      return (_, a, b) => (a === null || b === null ? null : finite(work(asNumber(a), asNumber(b))));
    }
  }
}
