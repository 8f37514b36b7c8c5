import { type Binary, chainOf, type Expression, literalOf } from "./ast.ts";
import { FormulaInvalid } from "./formula-invalid.ts";
import { kindOf, parameterAt, type Kind } from "./signature.ts";
import type { ValueType } from "./value.ts";

/**
 * Types that each kind of argument accepts, and its name in a refusal. Text in place of a date passes: it is a #VALUE!
 * of its row (tables.formula-values).
 */
const accepted: Record<Kind, { types: readonly ValueType[]; name: string } | undefined> = {
  number: { types: ["number"], name: "a number" },
  numbers: { types: ["number", "list"], name: "numbers" },
  text: { types: ["text", "number", "boolean", "date", "datetime"], name: "a text" },
  words: { types: ["text", "number", "boolean", "date", "datetime"], name: "a text" },
  date: { types: ["date", "datetime", "text"], name: "a date" },
  list: { types: ["list"], name: "a list" },
  items: { types: ["list"], name: "a list" },
  condition: undefined,
  any: undefined,
  lazy: undefined,
};

const ordered: readonly (readonly ValueType[])[] = [["number"], ["date", "datetime", "text"]];

/** The type of the result; throws FormulaInvalid where a column is unknown or an operand cannot fit. */
export function checkFormula(root: Expression, columns: ReadonlyMap<string, ValueType>): ValueType {
  const check = (node: Expression): ValueType => checkFormula(node, columns);
  switch (root.kind) {
    case "literal":
      return typeof root.value === "number" ? "number" : typeof root.value === "string" ? "text" : "boolean";
    case "column": {
      const type = columns.get(root.name);
      if (type === undefined) throw new FormulaInvalid(root.at, "a column of the table", root.name);
      return type;
    }
    case "negate":
      require(root.operand, check(root.operand), "number");
      return "number";
    case "binary": {
      const { first, links } = chainOf(root);
      return links.reduce((left, link) => binaryType(link, left, check(link.right)), check(first));
    }
    case "call": {
      const types = root.args.map(check);
      root.args.forEach((arg, i) => {
        const parameter = parameterAt(root.fn, i);
        if (parameter !== undefined) require(arg, types[i] ?? "any", kindOf(parameter));
      });
      const { result } = root.fn;
      return typeof result === "string" ? result : result(types, root.args.map(literalOf));
    }
  }
}

function require(node: Expression, type: ValueType, kind: Kind): void {
  const rule = accepted[kind];
  if (rule === undefined || fits(type, rule.types)) return;
  throw new FormulaInvalid(node.at, `${rule.name}, not ${type === "list" ? "a list" : `a ${type}`}`);
}

function fits(type: ValueType, types: readonly ValueType[]): boolean {
  return type === "any" || type === "null" || types.includes(type);
}

function binaryType(node: Binary, left: ValueType, right: ValueType): ValueType {
  switch (node.operator) {
    case "=":
    case "!=":
      return "boolean";
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const match = ordered.some((types) => fits(left, types) && fits(right, types));
      if (!match) throw new FormulaInvalid(node.right.at, "two numbers, two texts or two dates to compare");
      return "boolean";
    }
    case "&":
      require(node.left, left, "words");
      require(node.right, right, "words");
      return "text";
    default:
      require(node.left, left, "number");
      require(node.right, right, "number");
      return "number";
  }
}
