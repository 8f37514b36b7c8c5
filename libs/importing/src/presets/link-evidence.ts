import { isOfValue, readList, sourceText, type Row, type Source } from "@jst/tabular/read";
import { paced } from "../guessed-parts.ts";
import type { ImportColumn, ImportPart } from "../import.ts";
import { nameIn, type PartNames } from "./part-names.ts";

export type { PartNames } from "./part-names.ts";

/** Facts of a column that speak for links and attachments. */
export interface ColumnEvidence {
  /** Parts whose rows all or nearly all cells name, those first that the header names. */
  parts: number[];
  /** True if the header names the first of them, and no other. */
  isNamed: boolean;
  isMany: boolean;
  isAttachments: boolean;
  filled: number;
}

/** Types of columns whose values may be names. */
const NAME_TYPES = ["text", "long_text", "select", "multi_select", "email", "url", "integer"];
const ATTACHMENT = /\S \(https?:\/\/[^\s()]+\)$/;
/** Share of cells that are attachments from which on a column is one of attachments. */
const ATTACHMENTS_MIN = 0.9;
/** Share of cells with names of a part from which on a column links to it, also if its header names the part. */
const NAMED_MIN = { any: 0.95, header: 0.8 };
/** Different names that a column has at least if some of its cells are not names and its header names no part. */
const DISTINCT_MIN = 3;

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
        if (row.faults.every(isOfValue)) for (const column of own) column.add(row);
    found.push(own.map((column) => column.evidence()));
  }
  return found;
}

/** Cells of a column that name rows of one part. */
interface Named {
  cells: number;
  /** Cells that equal the name of their own row. */
  copies: number;
  isMany: boolean;
  /** The first different names. */
  distinct: Set<string>;
}

/** Collector of the parts whose rows the cells of one column name. */
class ColumnLinks {
  readonly #part: number;
  readonly #column: ImportColumn;
  readonly #names: readonly PartNames[];
  readonly #found: ReadonlyMap<number, Named>;
  #filled = 0;
  #attachments = 0;

  constructor(part: number, column: ImportColumn, names: readonly PartNames[]) {
    const canLink = column.index > 0 && NAME_TYPES.includes(column.guess.type);
    this.#part = part;
    this.#column = column;
    this.#names = names;
    const none = () => ({ cells: 0, copies: 0, isMany: false, distinct: new Set<string>() });
    this.#found = new Map(canLink ? names.map((_, index) => [index, none()]) : []);
  }

  add({ cells }: Row): void {
    const text = nameIn(sourceText(cells[this.#column.index] ?? null));
    if (text === "") return;
    this.#filled += 1;
    if (ATTACHMENT.test(text)) this.#attachments += 1;
    if (this.#found.size === 0) return;
    const isCopy = text === nameIn(sourceText(cells[0] ?? null));
    const items = readList(text).map(nameIn);
    for (const [part, found] of this.#found) {
      const values = this.#names[part]?.values;
      const isName = values?.has(text) === true;
      if (!isName && !items.every((item) => values?.has(item) === true)) continue;
      found.cells += 1;
      if (isCopy) found.copies += 1;
      if (!isName && items.length > 1) found.isMany = true;
      if (found.distinct.size < DISTINCT_MIN) found.distinct.add(text);
    }
  }

  evidence(): ColumnEvidence {
    const { header, guess } = this.#column;
    const candidates = [...this.#found].filter(
      // Values that repeat the name of their row do not link to it.
      ([part, { cells, copies }]) => cells > 0 && !(part === this.#part && 2 * copies >= cells),
    );
    const isOfHeader = (part: number) => isNamedBy(header, this.#names[part]?.title ?? "");
    const named = candidates.filter(
      ([part, { cells }]) => isOfHeader(part) && cells >= NAMED_MIN.header * this.#filled,
    );
    const whole = candidates.filter(([, { cells }]) => cells === this.#filled);
    const nearly = candidates.filter(
      ([, { cells, distinct }]) => cells >= NAMED_MIN.any * this.#filled && distinct.size >= DISTINCT_MIN,
    );
    // Numbers are names only where the header names the part.
    const unnamed = guess.type === "integer" ? [] : whole.length > 0 ? whole : nearly;
    const found = [...named, ...unnamed.filter(([part]) => !isOfHeader(part))];
    return {
      parts: found.map(([part]) => part),
      isNamed: named.length === 1,
      isMany: found.some(([, { isMany }]) => isMany),
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
