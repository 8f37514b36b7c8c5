import type { Cell } from "../read/source.ts";
import type { DateOrder, ValueContext, ValueType } from "../values/read-value.ts";
import { detached } from "./distinct.ts";
import { evidenceLike, evidenceOf, ordersOf, type Evidence, type EvidenceContext } from "./evidence.ts";

/** Texts, days and forms that are remembered for each column. */
const KNOWN_MAX = 1_000;
const KNOWN_CHARS_MAX = 40;
/** Texts of a column that are read as values one by one; later ones are compared by their form. */
const READ_MAX = 2_000;

/**
 * Reader of the evidence of one column. The first 2,000 texts are read as values of each type that they look like. A
 * later text has the types of an earlier one of the same form: the same signs, and digits in the same places. What can
 * decide the column alone is found in every text: digits that would be lost, the decimal sign, the order of a date.
 */
export class ColumnEvidence {
  readonly #context: EvidenceContext;
  readonly #known = new Map<string, Evidence>();
  readonly #forms = new Map<string, readonly ValueType[]>();
  #read = 0;

  constructor(context: ValueContext) {
    const days = new Map<string, readonly DateOrder[] | undefined>();
    const find = (day: string) => {
      if (days.has(day)) return days.get(day);
      const orders = ordersOf(day, context);
      if (days.size < KNOWN_MAX) days.set(detached(day), orders);
      return orders;
    };
    this.#context = { ...context, ordersOf: find };
  }

  /** Finds the evidence of a cell that is not empty; a text is without outer blanks. */
  of(cell: Exclude<Cell, null>): Evidence {
    if (typeof cell !== "string") return evidenceOf(cell, this.#context);
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const evidence = this.#found(cell);
    if (this.#known.size < KNOWN_MAX && cell.length <= KNOWN_CHARS_MAX)
      this.#known.set(detached(cell), evidence);
    return evidence;
  }

  #found(text: string): Evidence {
    const form = text.length <= FORM_CHARS_MAX ? formOf(text) : undefined;
    const types = form === undefined || this.#read < READ_MAX ? undefined : this.#forms.get(form);
    if (types !== undefined) return evidenceLike(text, types, this.#context);
    this.#read += 1;
    const evidence = evidenceOf(text, this.#context);
    if (form !== undefined && this.#forms.size < KNOWN_MAX) this.#forms.set(form, evidence.types);
    return evidence;
  }
}

const FORM_CHARS_MAX = 100;

/** The form of a text: each digit is a nine, and each word one letter. */
const formOf = (text: string): string => text.replaceAll(/\p{Nd}/gu, "9").replaceAll(/[\p{L}\p{M}]+/gu, "a");
