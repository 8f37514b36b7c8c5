import { isRoundedInteger } from "@jst/errors";
import { literalOf, type BinaryOperator, type Expression } from "./ast.ts";
import { FormulaInvalid } from "./formula-invalid.ts";
import { findFunction, unknownName } from "./functions.ts";
import { arityFault } from "./signature.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { charactersOf } from "./value.ts";

/** Characters of a formula (limits.formula). */
export const FORMULA_CHARS_MAX = 4_000;
/** Column references of a formula, each occurrence counted (limits.formula). */
export const REFERENCES_MAX = 64;
/** Brackets, calls and signs inside each other (limits.formula). */
export const DEPTH_MAX = 64;

/** How tightly operators bind; those of one row from left to right, `^` from right to left and above a sign. */
const BINDING: readonly (readonly BinaryOperator[])[] = [
  ["=", "!=", "<", "<=", ">", ">="],
  ["&"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** A parsed formula with the columns it names, in the order of their first occurrence. */
export interface Parsed {
  root: Expression;
  columns: readonly string[];
  /** How many words it has, a measure of the room it takes. */
  words: number;
  /** Its first literal that cannot work, or that a double would round: a stored formula goes on with it. */
  unfit?: FormulaInvalid;
}

/** Parses a formula; throws FormulaInvalid with position and expectation. Columns are not looked up here. */
export function parseFormula(source: string): Parsed {
  if (charactersOf(source) > FORMULA_CHARS_MAX)
    throw new FormulaInvalid(FORMULA_CHARS_MAX, `at most ${FORMULA_CHARS_MAX} characters`);
  return new Parser(tokensOf(source)).parse();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #columns = new Set<string>();
  #next = 0;
  #references = 0;
  #depth = 0;
  #unfit: FormulaInvalid | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Parsed {
    const root = this.#binary(0);
    if (this.#peek().kind !== "end") throw new FormulaInvalid(this.#peek().at, "an operator or the end");
    const parsed = { root, columns: [...this.#columns], words: this.#tokens.length };
    return this.#unfit === undefined ? parsed : { ...parsed, unfit: this.#unfit };
  }

  #binary(level: number): Expression {
    const operators = BINDING[level];
    if (operators === undefined) return this.#signed();
    let left = this.#binary(level + 1);
    for (;;) {
      const { kind, text, at } = this.#peek();
      const operator = kind === "symbol" ? operators.find((candidate) => candidate === text) : undefined;
      if (operator === undefined) return left;
      this.#next += 1;
      left = { kind: "binary", operator, left, right: this.#binary(level + 1), at };
    }
  }

  #signed(): Expression {
    const { at } = this.#peek();
    if (this.#accept("-")) return { kind: "negate", operand: this.#nested(() => this.#signed()), at };
    const left = this.#primary();
    const power = this.#peek();
    if (!this.#accept("^")) return left;
    return {
      kind: "binary",
      operator: "^",
      left,
      right: this.#nested(() => this.#signed()),
      at: power.at,
    };
  }

  #primary(): Expression {
    const token = this.#peek();
    const { at, text } = token;
    this.#next += 1;
    switch (token.kind) {
      case "number":
        if (isRoundedInteger(text)) this.#unfit ??= new FormulaInvalid(at, "an integer of at most 15 digits");
        return { kind: "literal", value: numberOf(token), at };
      case "text":
        return { kind: "literal", value: text, at };
      case "column":
        return this.#column(token);
      case "name":
        return this.#named(token);
      case "symbol":
        if (text === "(") return this.#nested(() => this.#closed(this.#binary(0)));
        break;
      case "end":
        break;
    }
    throw new FormulaInvalid(at, "a value");
  }

  #column({ text, at }: Token): Expression {
    this.#references += 1;
    if (this.#references > REFERENCES_MAX)
      throw new FormulaInvalid(at, `at most ${REFERENCES_MAX} column references`);
    this.#columns.add(text);
    return { kind: "column", name: text, at };
  }

  #named({ text, at }: Token): Expression {
    const name = text.toUpperCase();
    if (name === "TRUE" || name === "FALSE") {
      if (this.#accept("(") && !this.#accept(")")) throw new FormulaInvalid(this.#peek().at, ")");
      return { kind: "literal", value: name === "TRUE", at };
    }
    const fn = findFunction(name);
    if (fn === undefined) throw new FormulaInvalid(at, unknownName(text));
    if (!this.#accept("(")) throw new FormulaInvalid(this.#peek().at, "(");
    const args = this.#nested(() => this.#args());
    const fault = arityFault(fn, args.length);
    if (fault !== undefined) throw new FormulaInvalid(at, fault);
    const literal = fn.literalFault?.(args.map(literalOf));
    if (literal !== undefined)
      this.#unfit ??= new FormulaInvalid(args[literal.place]?.at ?? at, literal.expected);
    return { kind: "call", fn, args, at };
  }

  #args(): Expression[] {
    if (this.#accept(")")) return [];
    const args = [this.#binary(0)];
    while (this.#accept(",")) args.push(this.#binary(0));
    if (!this.#accept(")")) throw new FormulaInvalid(this.#peek().at, "an operator, , or )");
    return args;
  }

  #closed(inner: Expression): Expression {
    if (!this.#accept(")")) throw new FormulaInvalid(this.#peek().at, "an operator or )");
    return inner;
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX)
      throw new FormulaInvalid(this.#peek().at, `at most ${DEPTH_MAX} levels of nesting`);
    const inner = read();
    this.#depth -= 1;
    return inner;
  }

  #at(symbol: string): boolean {
    const { kind, text } = this.#peek();
    return kind === "symbol" && text === symbol;
  }

  #accept(symbol: string): boolean {
    const found = this.#at(symbol);
    if (found) this.#next += 1;
    return found;
  }

  #peek(): Token {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    if (token === undefined) throw new Error("a formula has at least its end");
    return token;
  }
}

function numberOf({ text, at }: Token): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new FormulaInvalid(at, "a number below 1.8e308");
  return value;
}
