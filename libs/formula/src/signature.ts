import type { Budget } from "./budget.ts";
import type { Moment, Value, ValueType } from "./value.ts";

/** Facts for functions besides their arguments. */
export interface FormulaContext {
  /** IANA zone of the team: days begin and end in it. */
  timezone: string;
  /** The instant of TODAY and NOW, one for all rows of an answer. */
  nowMs: number;
  record: { id: string; createdMs: number; updatedMs: number };
  budget: Budget;
}

/**
 * Types of arguments by kind, as `run` receives them. A blank for a kind without a rule of its own makes the whole call
 * blank.
 */
interface Kinds {
  number: number;
  text: string;
  /** Text, a blank is "". */
  words: string;
  date: Moment;
  list: readonly Value[];
  /** A list or a blank. */
  items: readonly Value[] | null;
  /** True unless blank, false or 0. */
  condition: boolean;
  /** Numbers and numbers in lists; blanks are left out. */
  numbers: number;
  /** Anything, a blank too. */
  any: Value;
  /** Anything, evaluated when called for. */
  lazy: () => Value;
}

/** A kind of argument. */
export type Kind = keyof Kinds;

/** `?` marks what may be absent, `...` the last parameter, which stands once or more. */
export type Parameter = Kind | `${Kind}?` | `${Kind}...`;

type Arg<P> = P extends `${infer K extends Kind}?` ? Kinds[K] | undefined : P extends Kind ? Kinds[P] : never;

type Args<P extends readonly Parameter[]> = P extends readonly [
  infer Head extends Parameter,
  ...infer Tail extends readonly Parameter[],
]
  ? Head extends `${infer K extends Kind}...`
    ? Kinds[K][]
    : [Arg<Head>, ...Args<Tail>]
  : [];

/** The type of a call's result, when it follows from the arguments'. */
export type ResultType = ValueType | ((args: readonly ValueType[], literals: readonly Value[]) => ValueType);

/** The place of a literal argument that cannot work, and what could stand there; undefined if all may. */
export type LiteralFault = (literals: readonly Value[]) => { place: number; expected: string } | undefined;

/** One row of the function table. */
export interface FormulaFunction {
  name: string;
  aliases: readonly string[];
  parameters: readonly Parameter[];
  result: ResultType;
  run: (context: FormulaContext, ...args: unknown[]) => Value;
  /** Fault of a literal argument that could not work in any row. */
  literalFault?: LiteralFault;
  /** True when it reads what the row is beside its cells: id and times. */
  asksRecord: boolean;
}

/** A row of the table: name and aliases, parameters, result type, implementation. `run` throws CellError. */
export function row<const P extends readonly Parameter[]>(
  names: string,
  parameters: P,
  result: ResultType,
  run: (context: FormulaContext, ...args: Args<P>) => Value,
  literalFault?: LiteralFault,
): FormulaFunction {
  const [name = "", ...aliases] = names.split(" ");
  // The evaluator makes the arguments from `parameters`, from which their types are derived too.
  const own = { name, aliases, parameters, result, run: run as FormulaFunction["run"], asksRecord: false };
  return literalFault === undefined ? own : { ...own, literalFault };
}

/** The kind without its mark. */
export function kindOf(parameter: Parameter): Kind {
  return parameter.replace(/[?.]+$/, "") as Kind;
}

/** The parameter of the argument at the place; undefined when there are too many. */
export function parameterAt(fn: FormulaFunction, index: number): Parameter | undefined {
  const last = fn.parameters.at(-1);
  return fn.parameters[index] ?? (last?.endsWith("...") === true ? last : undefined);
}

/** Returns the fault of the number of arguments; undefined if it fits. */
export function arityFault(fn: FormulaFunction, count: number): string | undefined {
  const least = fn.parameters.filter((parameter) => !parameter.endsWith("?")).length;
  const open = fn.parameters.at(-1)?.endsWith("...") === true;
  const most = open ? Infinity : fn.parameters.length;
  if (count >= least && count <= most) return undefined;
  const number = open ? `at least ${least}` : least === most ? `${least}` : `${least} to ${most}`;
  return `${fn.name} with ${number} argument${number.endsWith("1") ? "" : "s"}`;
}
