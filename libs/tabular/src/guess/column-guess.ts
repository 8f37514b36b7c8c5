import { sourceText, type Cell } from "../read/source.ts";
import type { DateOrder, Decimal, ValueContext, ValueType } from "../values/read-value.ts";
import { detached, DistinctCount } from "./distinct.ts";
import { ColumnEvidence } from "./column-evidence.ts";
import { currencyOf, type Evidence } from "./evidence.ts";
import { ListItems } from "./list-items.ts";

/** Type that a column most likely has. */
export interface TypeGuess {
  type: ValueType;
  /** Share of the filled cells that are values of the type, from 0 to 1. */
  confidence: number;
}

/** Facts of a column of a source, from all of its rows (imports.guesses). */
export interface ColumnFacts {
  guess: TypeGuess;
  /** The first five distinct texts, cut to 100 characters. */
  samples: string[];
  /** Number of empty cells. */
  empty: number;
  /** Number of distinct values: exact up to 1,000, above it an estimate. */
  distinct: number;
  /** Decimal sign of the numbers; null if it does not matter, or if only a person can say. */
  decimal: Decimal | null;
  /** Order of day and month of the dates; null if it does not matter, or if only a person can say. */
  date_order: DateOrder | null;
  /** Currency of most amounts; null without any. */
  currency: string | null;
  /** Question that the values leave open: some of them can be read in two ways. */
  question: "decimal" | "date_order" | null;
  /** Choices of a column of few distinct texts, or of lists of few; null for another type. */
  choices: string[] | null;
  /** Fault of the first cell where no cell of the column has a value, and some have a fault; else absent. */
  unread?: string;
}

const SAMPLES = 5;
const SAMPLE_CHARS = 100;
/** Share of values from which on a column has their type: a few that do not fit are faults of their rows. */
const SHARE_MIN = 0.9;
const LONG_CHARS = 255;

/** Types in the order in which they win: what fits an earlier one is mostly a value of a later one too. */
const ORDER: readonly ValueType[] = [
  ...(["boolean", "integer", "number", "percent", "currency"] as const),
  ...(["date", "datetime", "duration", "email", "phone", "url"] as const),
];

/** Collector of what is known of a column, in memory that does not grow with the rows. */
export class ColumnGuess {
  readonly #evidence: ColumnEvidence;
  readonly #distinct = new DistinctCount();
  readonly #items = new ListItems();
  readonly #samples: string[] = [];
  readonly #fits = new Map<ValueType, number>();
  readonly #votes = new Map<string, number>();
  #filled = 0;
  #empty = 0;
  #fault: string | undefined;
  #isLong = false;
  #losesDigits = false;

  constructor(context: ValueContext) {
    this.#evidence = new ColumnEvidence(context);
  }

  add(cell: Cell): void {
    const text = sourceText(cell).trim();
    if (cell === null || text === "") {
      this.#empty += 1;
      return;
    }
    this.#filled += 1;
    this.#distinct.add(text);
    this.#items.add(text);
    this.#sample(text);
    this.#isLong ||= text.length > LONG_CHARS || text.includes("\n") || text.includes("\r");
    this.#count(this.#evidence.of(typeof cell === "string" ? text : cell), text);
  }

  /** Adds a cell whose value cannot be read, and why. */
  addUnread(fault: string): void {
    this.#fault ??= fault;
  }

  #sample(text: string): void {
    if (this.#samples.length >= SAMPLES) return;
    const sample = detached(
      Array.from(text.slice(0, SAMPLE_CHARS * 2))
        .slice(0, SAMPLE_CHARS)
        .join(""),
    );
    if (!this.#samples.includes(sample)) this.#samples.push(sample);
  }

  #count({ types, decimals, orders, losesDigits }: Evidence, text: string): void {
    for (const type of types) this.#fits.set(type, (this.#fits.get(type) ?? 0) + 1);
    this.#losesDigits ||= losesDigits;
    if (decimals.length > 0) this.#vote(`decimal ${decimals.length === 1 ? decimals[0] : "open"}`);
    if (orders.length > 0) this.#vote(`order ${orders.length === 1 ? orders[0] : "open"}`);
    if (types.includes("currency")) this.#vote(`currency ${currencyOf(text) ?? ""}`);
  }

  #vote(name: string): void {
    this.#votes.set(name, (this.#votes.get(name) ?? 0) + 1);
  }

  /** Concludes from all cells that were added. */
  facts(): ColumnFacts {
    const guess = this.#guess();
    const decimal = this.#decided("decimal", [".", ","], NUMBERS.includes(guess.type));
    const order = this.#decided("order", ["dmy", "mdy"], TIMES.includes(guess.type));
    // A number that can be read in two ways is whole in one of them alone.
    if (guess.type === "integer" && decimal.isOpen) guess.type = "number";
    return {
      guess,
      samples: this.#samples,
      empty: this.#empty,
      distinct: this.#distinct.count,
      decimal: decimal.value,
      date_order: order.value,
      currency: guess.type === "currency" ? this.#currency() : null,
      question: decimal.isOpen ? "decimal" : order.isOpen ? "date_order" : null,
      choices: this.#choices(guess.type),
      ...(this.#filled === 0 && this.#fault !== undefined && { unread: this.#fault }),
    };
  }

  #guess(): TypeGuess {
    if (this.#filled === 0) return { type: "text", confidence: 0 };
    const share = (type: ValueType): number => this.#share(type);
    const found = ORDER.find(
      (type) => share(type) >= SHARE_MIN && !(this.#losesDigits && NUMBERS.includes(type)),
    );
    if (found !== undefined) return { type: found, confidence: rounded(share(found)) };
    if (this.#isLong) return { type: "long_text", confidence: 1 };
    if (this.#choices("multi_select") !== null)
      return { type: "multi_select", confidence: rounded(this.#items.confidence) };
    return this.#isChoice()
      ? { type: "select", confidence: this.#choiceConfidence() }
      : { type: "text", confidence: 1 };
  }

  /** The share of cells that are values of a type, also those that a narrower type has. */
  #share(type: ValueType): number {
    const count = (one: ValueType): number => this.#fits.get(one) ?? 0;
    const isWide = WIDER[type] !== undefined && count(type) > 0;
    return (count(type) + (isWide ? count(WIDER[type] ?? type) : 0)) / this.#filled;
  }

  #isChoice(): boolean {
    const values = this.#distinct.values;
    return (
      values !== undefined &&
      !this.#losesDigits &&
      this.#filled >= CHOICE_ROWS_MIN &&
      values.length <= Math.min(CHOICES_MAX, this.#filled / CHOICE_USES_MIN) &&
      values.every((value) => value.length <= CHOICE_CHARS_MAX)
    );
  }

  #choices(type: ValueType): string[] | null {
    if (type === "multi_select") return this.#items.choices(this.#distinct.count) ?? null;
    return type === "select" ? [...(this.#distinct.values ?? [])] : null;
  }

  #choiceConfidence(): number {
    return rounded(1 - this.#distinct.count / this.#filled);
  }

  /** The way that the values of a column decide; open if some can be read in two, and others do not decide. */
  #decided<Way extends string>(
    name: string,
    ways: readonly Way[],
    isAsked: boolean,
  ): { value: Way | null; isOpen: boolean } {
    if (!isAsked) return { value: null, isOpen: false };
    const voted = ways.filter((way) => this.#votes.has(`${name} ${way}`));
    const [only] = voted;
    const isDecided = voted.length === 1 && only !== undefined;
    return { value: isDecided ? only : null, isOpen: !isDecided && this.#votes.has(`${name} open`) };
  }

  #currency(): string | null {
    const votes = [...this.#votes].filter(([name]) => name.startsWith("currency "));
    const [name = ""] = votes.toSorted(([, one], [, other]) => other - one)[0] ?? [];
    return name.slice("currency ".length) || null;
  }
}

const NUMBERS: readonly ValueType[] = ["integer", "number", "percent", "currency"];
const TIMES: readonly ValueType[] = ["date", "datetime"];
/** Types that a column has if some cells need it and the others are of a narrower one. */
const WIDER: Partial<Record<ValueType, ValueType>> = {
  currency: "number",
  percent: "number",
  datetime: "date",
};

const CHOICES_MAX = 50;
const CHOICE_ROWS_MIN = 10;
const CHOICE_USES_MIN = 3;
const CHOICE_CHARS_MAX = 100;

const rounded = (share: number): number => Math.floor(share * 100) / 100;
