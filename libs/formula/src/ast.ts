import type { FormulaFunction } from "./signature.ts";
import type { Value } from "./value.ts";

/** Operators with two sides, as written. */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "^" | "&" | "=" | "!=" | "<" | "<=" | ">" | ">=";

/** One node of a parsed formula; `at` is its position in the text. */
export type Expression =
  | { kind: "literal"; value: Value; at: number }
  | { kind: "column"; name: string; at: number }
  | { kind: "negate"; operand: Expression; at: number }
  | { kind: "binary"; operator: BinaryOperator; left: Expression; right: Expression; at: number }
  | { kind: "call"; fn: FormulaFunction; args: Expression[]; at: number };

/** An expression with two sides. */
export type Binary = Extract<Expression, { kind: "binary" }>;

/**
 * Splits an expression such as `a + b - c` from left to right: its first operand, then each operator with its right
 * operand. It may be as long as a formula; recursion would need a stack as deep.
 */
export function chainOf(node: Binary): { first: Expression; links: Binary[] } {
  const links = [node];
  let first = node.left;
  for (; first.kind === "binary"; first = first.left) links.push(first);
  return { first, links: links.reverse() };
}

/** The value of a literal; null for any other expression. */
export const literalOf = (node: Expression): Value => (node.kind === "literal" ? node.value : null);
