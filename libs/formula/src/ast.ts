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
