import type { BinaryOperator, Expression } from "./ast.ts";
import { asCondition, asList, asMoment, asNumber, asText } from "./coerce.ts";
import { isEqual, order } from "./compare.ts";
import { modulo, power } from "./functions/math.ts";
import { kindOf, parameterAt, type FormulaContext, type FormulaFunction, type Kind } from "./signature.ts";
import { bounded, CellError, finite, isList, type Value } from "./value.ts";

/** Value of a column in the row at hand; throws CellError, #REF! for a column that is gone. */
export type ColumnReader = (name: string) => Value;

/** The value of the expression; throws CellError for an error value. */
export function evaluate(node: Expression, context: FormulaContext, column: ColumnReader): Value {
  context.budget.spend(1);
  switch (node.kind) {
    case "literal":
      return node.value;
    case "column":
      return column(node.name);
    case "negate": {
      const value = evaluate(node.operand, context, column);
      return value === null ? null : finite(-asNumber(value));
    }
    case "binary":
      return binary(
        node.operator,
        evaluate(node.left, context, column),
        evaluate(node.right, context, column),
        context,
      );
    case "call":
      return call(node.fn, node.args, context, column);
  }
}

function call(
  fn: FormulaFunction,
  nodes: readonly Expression[],
  context: FormulaContext,
  column: ColumnReader,
): Value {
  const args: unknown[] = [];
  for (const [i, node] of nodes.entries()) {
    const kind = kindOf(parameterAt(fn, i) ?? "any");
    if (kind === "lazy") {
      args.push(() => evaluate(node, context, column));
      continue;
    }
    const value = evaluate(node, context, column);
    context.budget.spend(cost(value));
    if (kind === "numbers") args.push(...numbersOf(value));
    else args.push(value === null && !takesBlank[kind] ? BLANK : convert[kind](value));
  }
  // After all arguments: an error in a later one is not hidden by a blank before it.
  return args.includes(BLANK) ? null : fn.run(context, ...args);
}

/** Stands for a blank where the kind has no rule for it. */
const BLANK = Symbol("blank");

const takesBlank: Record<Exclude<Kind, "lazy" | "numbers">, boolean> = {
  number: false,
  text: false,
  date: false,
  list: false,
  words: true,
  condition: true,
  any: true,
};

const convert: Record<Exclude<Kind, "lazy" | "numbers">, (value: Value) => unknown> = {
  number: asNumber,
  text: asText,
  words: asText,
  date: asMoment,
  list: asList,
  condition: asCondition,
  any: (value) => value,
};

/** Numbers of an aggregate's argument, blanks left out. */
function numbersOf(value: Value): number[] {
  if (value === null) return [];
  return isList(value) ? value.flatMap(numbersOf) : [asNumber(value)];
}

function cost(value: Value): number {
  if (typeof value === "string") return value.length / 1_000;
  return isList(value) ? value.length / 100 : 0;
}

const arithmetic = {
  "+": (a: number, b: number) => finite(a + b),
  "-": (a: number, b: number) => finite(a - b),
  "*": (a: number, b: number) => finite(a * b),
  "/": (a: number, b: number) => {
    if (b === 0) throw new CellError("#DIV/0!");
    return finite(a / b);
  },
  "%": modulo,
  "^": power,
};

function binary(operator: BinaryOperator, left: Value, right: Value, context: FormulaContext): Value {
  const { timezone, budget } = context;
  switch (operator) {
    case "&": {
      const text = bounded(asText(left) + asText(right));
      budget.spend(cost(text));
      return text;
    }
    case "=":
      return isEqual(left, right, timezone);
    case "!=":
      return !isEqual(left, right, timezone);
    case "<":
    case "<=":
    case ">":
    case ">=":
      if (left === null || right === null) return null;
      return holds(operator, order(left, right, timezone));
    default:
      if (left === null || right === null) return null;
      return arithmetic[operator](asNumber(left), asNumber(right));
  }
}

function holds(operator: "<" | "<=" | ">" | ">=", sign: number): boolean {
  switch (operator) {
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
  }
}
