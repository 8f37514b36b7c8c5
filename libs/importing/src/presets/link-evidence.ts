import { readList, sourceText, type Row, type Source } from "@jst/tabular/read";
import { paced } from "../guessed-parts.ts";
import type { ImportColumn, ImportPart } from "../import.ts";
import { nameIn, type PartNames } from "./part-names.ts";

export type { PartNames } from "./part-names.ts";

/** Facts of a column that speak for links and attachments. */
export interface ColumnEvidence {
  /** Parts whose rows all cells name, those first that the header names. */
  parts: number[];
  /** True if the header names the first of them, and no other. */
  isNamed: boolean;
  isMany: boolean;
  isAttachments: boolean;
  filled: number;
}

/** Types of columns whose values may be names. */
const NAME_TYPES = ["text", "long_text", "select", "email", "url", "integer"];
const ATTACHMENT = /\S \(https?:\/\/[^\s()]+\)$/;
/** Share of cells that are attachments from which on a column is one of attachments. */
const ATTACHMENTS_MIN = 0.9;

/** Reads all cells of a source and finds which columns name rows of its parts, by part and column. */
export async function linkEvidence(
  source: Source,
  parts: readonly ImportPart[],
  names: readonly PartNames[],
  teamId: string,
): Promise<ColumnEvidence[][]> {
  const found: ColumnEvidence[][] = [];
  for (const { index, columns } of parts) {
    const own = columns.map((column) => new ColumnLinks(index, column, names));
    const part = source.parts[index];
    if (part !== undefined)
      for await (const row of paced(part.rows(), teamId))
        if (row.faults.length === 0) for (const column of own) column.add(row);
    found.push(own.map((column) => column.evidence()));
  }
  return found;
}

/** Collector of the parts whose rows the cells of one column name. */
class ColumnLinks {
  readonly #part: number;
  readonly #column: ImportColumn;
  readonly #names: readonly PartNames[];
  readonly #parts: Set<number>;
  #filled = 0;
  #attachments = 0;
  #isMany = false;
  #isCopy = true;

  constructor(part: number, column: ImportColumn, names: readonly PartNames[]) {
    const canLink = column.index > 0 && NAME_TYPES.includes(column.guess.type);
    this.#part = part;
    this.#column = column;
    this.#names = names;
    this.#parts = new Set(canLink ? names.keys() : []);
  }

  add({ cells }: Row): void {
    const text = nameIn(sourceText(cells[this.#column.index] ?? null));
    if (text === "") return;
    this.#filled += 1;
    if (ATTACHMENT.test(text)) this.#attachments += 1;
    this.#isCopy &&= text === nameIn(sourceText(cells[0] ?? null));
    if (this.#parts.size === 0) return;
    const items = readList(text).map(nameIn);
    for (const part of this.#parts) {
      const values = this.#names[part]?.values;
      const isNamed = values?.has(text) === true || items.every((item) => values?.has(item) === true);
      if (!isNamed) this.#parts.delete(part);
      else if (items.length > 1 && values?.has(text) !== true) this.#isMany = true;
    }
  }

  evidence(): ColumnEvidence {
    const { header, guess } = this.#column;
    const candidates = [...this.#parts].filter(
      (part) => this.#filled > 0 && !(part === this.#part && this.#isCopy),
    );
    const named = candidates.filter((part) => isNamedBy(header, this.#names[part]?.title ?? ""));
    // Numbers are names only where the header says so.
    const others = guess.type === "integer" ? [] : candidates.filter((part) => !named.includes(part));
    return {
      parts: [...named, ...others],
      isNamed: named.length === 1,
      isMany: this.#isMany,
      isAttachments: this.#filled > 0 && this.#attachments >= ATTACHMENTS_MIN * this.#filled,
      filled: this.#filled,
    };
  }
}

/** Reports whether a header names a table, in singular or plural. */
function isNamedBy(header: string, title: string): boolean {
  const stem = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/(?:ies|es|s|y)$/, "");
  return stem(header) === stem(title);
}
