import { LRUCache } from "lru-cache";
import { checkFormula } from "./check.ts";
import { compile } from "./compile.ts";
import { chainOf, type Expression } from "./ast.ts";
import { FormulaInvalid } from "./formula-invalid.ts";
import { parseFormula, type Parsed } from "./parse.ts";
import type { Run } from "./row-run.ts";
import type { ValueType } from "./value.ts";

/** Characters of the formulas that are known at a time: what is kept of one takes some times as much. */
const KNOWN_CHARS_MAX = 4_000_000;
/** Words of the formulas that are ready to run at a time: a word takes some 300 bytes, so these take 60 MB at most. */
export const READY_WORDS_MAX = 200_000;

/** Facts of a formula that was read, for as long as its text is known. */
interface CachedFormula {
  columns: readonly string[];
  asksRecord: boolean;
  /** How many words it has; 0 when it cannot be read. */
  words: number;
  fault?: FormulaInvalid;
  unfit?: FormulaInvalid;
  /** Result for columns of these types. */
  judged?: { given: string; type: ValueType | FormulaInvalid };
}

/**
 * Reads formulas by their text and remembers the result. A table has up to 800,000 characters of formulas, all of which
 * are read when one of its columns changes. Both caches are bounded, for any number of tables.
 */
export class FormulaReader {
  readonly #parse: (source: string) => Parsed;
  /** The formula that was parsed last is needed again soon: for its columns, its type, to run it. */
  #last: { source: string; parsed: Parsed } | undefined;
  readonly #known = new LRUCache<string, CachedFormula>({
    maxSize: KNOWN_CHARS_MAX,
    sizeCalculation: (_, source) => source.length + 200,
  });
  readonly #ready = new LRUCache<string, { run: Run; words: number }>({
    maxSize: READY_WORDS_MAX,
    sizeCalculation: ({ words }) => words,
  });

  /** Tests count what is parsed. */
  constructor(parse: (source: string) => Parsed = parseFormula) {
    this.#parse = parse;
  }

  /** Words of the formulas that are ready to run. */
  get readyWords(): number {
    return this.#ready.calculatedSize;
  }

  /** Reads the facts that a formula's text alone tells; an unreadable one names no columns. */
  read(source: string): Readonly<Omit<CachedFormula, "judged">> {
    return this.#knownOf(source);
  }

  /** Returns the result type of the formula for columns of these types, or its fault. */
  typeOf(source: string, columns: ReadonlyMap<string, ValueType>): ValueType | FormulaInvalid {
    const known = this.#knownOf(source);
    if (known.fault !== undefined) return known.fault;
    const given = known.columns.map((name) => columns.get(name) ?? "").join();
    if (known.judged?.given !== given) {
      const type = attempt(() => checkFormula(this.#parsed(source).root, columns));
      known.judged = { given, type };
    }
    return known.judged.type;
  }

  /** The formula, ready to run; undefined when it cannot be read. */
  runOf(source: string): Run | undefined {
    const ready = this.#ready.get(source);
    if (ready !== undefined) return ready.run;
    if (this.#knownOf(source).fault !== undefined) return undefined;
    const { root, words } = this.#parsed(source);
    const run = compile(root);
    this.#ready.set(source, { run, words });
    return run;
  }

  /** Makes formulas ready to run, one at each step; nothing is done for more than can be ready at a time. */
  *prepare(sources: readonly string[]): Generator<undefined, void> {
    const words = sources.reduce((sum, source) => sum + this.#knownOf(source).words, 0);
    if (words > READY_WORDS_MAX) return;
    for (const source of sources) {
      this.runOf(source);
      yield;
    }
  }

  #parsed(source: string): Parsed {
    if (this.#last?.source !== source) this.#last = { source, parsed: this.#parse(source) };
    return this.#last.parsed;
  }

  #knownOf(source: string): CachedFormula {
    const known = this.#known.get(source);
    if (known !== undefined) return known;
    const parsed = attempt(() => this.#parsed(source));
    const fresh = parsed instanceof FormulaInvalid ? unreadable(parsed) : knownFrom(parsed);
    this.#known.set(source, fresh);
    return fresh;
  }
}

/** The reader of this process. */
export const formulaReader = new FormulaReader();

/** Names of the columns a stored formula refers to, each once. */
export function columnsIn(source: string): readonly string[] {
  return formulaReader.read(source).columns;
}

function unreadable(fault: FormulaInvalid): CachedFormula {
  return { columns: [], asksRecord: false, words: 0, fault };
}

function knownFrom({ root, ...rest }: Parsed): CachedFormula {
  return { ...rest, asksRecord: asksRecord(root) };
}

function attempt<T>(work: () => T): T | FormulaInvalid {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof FormulaInvalid) return fault;
    throw fault;
  }
}

/** True for an expression that asks what the row is, beside its cells. */
function asksRecord(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
    case "column":
      return false;
    case "negate":
      return asksRecord(node.operand);
    case "binary": {
      const { first, links } = chainOf(node);
      return asksRecord(first) || links.some(({ right }) => asksRecord(right));
    }
    case "call":
      return node.fn.asksRecord || node.args.some(asksRecord);
  }
}
