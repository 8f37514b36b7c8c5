import type PDFDocument from "pdfkit";
import type { Style, Typesetter } from "./typesetter.ts";

type Document = InstanceType<typeof PDFDocument>;

/** A column of a table. */
export interface Column {
  head: string;
  isRight?: boolean;
  /** Takes what the others leave. */
  isWide?: boolean;
}

/** Texts of a row, one for each column; further lines of the first one are small. */
export interface Row {
  cells: readonly string[];
  notes?: readonly string[];
}

export const MARGIN = 50;
export const SMALL = { size: 8, color: "#555555" } as const;
export const TEXT = { size: 9.5 } as const;
const HEAD = { size: 8, isBold: true } as const;
const GAP = 10;
const RULE = "#bbbbbb";

/** Sets blocks of text and tables one below the other, over as many pages as they need. */
export class Sheet {
  readonly #document: Document;
  readonly #type: Typesetter;
  #y = MARGIN;

  constructor(document: Document, type: Typesetter) {
    this.#document = document;
    this.#type = type;
  }

  get width(): number {
    return this.#document.page.width - 2 * MARGIN;
  }

  skip(height: number): void {
    this.#y += height;
  }

  /** Sets a text over the width. */
  text(text: string, style: Style): void {
    for (const line of this.#type.lines(text, style, this.width)) {
      this.#require(this.#type.heightOf(style));
      this.#type.draw(line, style, { x: MARGIN, y: this.#y, width: this.width });
      this.#y += this.#type.heightOf(style);
    }
  }

  /** Sets facts beside each other, each below its name. */
  facts(facts: readonly (readonly [name: string, fact: string])[]): void {
    if (facts.length === 0) return;
    const width = (this.width - GAP * (facts.length - 1)) / facts.length;
    const blocks = facts.map(([name, fact]) => [
      ...this.#type.lines(name, HEAD, width).map((line) => ({ line, style: HEAD })),
      ...this.#type.lines(fact, TEXT, width).map((line) => ({ line, style: TEXT })),
    ]);
    const heights = blocks.map((block) =>
      block.reduce((sum, one) => sum + this.#type.heightOf(one.style), 0),
    );
    this.#require(Math.min(Math.max(...heights), this.#room() / 2));
    const top = this.#y;
    blocks.forEach((block, at) => {
      let y = top;
      for (const { line, style } of block) {
        this.#type.draw(line, style, { x: MARGIN + at * (width + GAP), y, width, isRight: false });
        y += this.#type.heightOf(style);
      }
    });
    this.#y = top + Math.max(...heights) + GAP;
  }

  /** Sets a table, whose head stands on each page again. */
  table(columns: readonly Column[], rows: readonly Row[]): void {
    const widths = this.#widthsOf(columns, rows);
    this.#head(columns, widths);
    for (const row of rows) this.#row(columns, widths, row);
  }

  /** Sets amounts at the right, each beside its name; the last one is bold. */
  sums(sums: readonly (readonly [name: string, sum: string])[]): void {
    const height = this.#type.heightOf(TEXT);
    this.#require(height * sums.length);
    sums.forEach(([name, sum], at) => {
      const style = { ...TEXT, isBold: at === sums.length - 1 };
      const width = Math.max(100, this.#type.widthOf(sum, style));
      const [label] = this.#type.lines(name, style, this.width);
      const [amount] = this.#type.lines(sum, style, this.width);
      const y = this.#y;
      if (label !== undefined)
        this.#type.draw(label, style, { x: MARGIN, y, width: this.width - width - GAP, isRight: true });
      if (amount !== undefined)
        this.#type.draw(amount, style, { x: MARGIN, y, width: this.width, isRight: true });
      this.#y += height;
    });
  }

  #head(columns: readonly Column[], widths: readonly number[]): void {
    this.#require(this.#type.heightOf(HEAD) + 2 * this.#type.heightOf(TEXT));
    this.#cells(columns, widths, { texts: columns.map(({ head }) => head), style: HEAD });
    this.#y += this.#type.heightOf(HEAD) + 2;
    this.#rule();
  }

  #row(columns: readonly Column[], widths: readonly number[], { cells, notes = [] }: Row): void {
    const [first = "", ...others] = cells;
    const [width = 0] = widths;
    const lines = [
      ...this.#type.lines(first, TEXT, width).map((line) => ({ line, style: TEXT })),
      ...notes.flatMap((note) =>
        this.#type.lines(note, SMALL, width).map((line) => ({ line, style: SMALL })),
      ),
    ];
    const height = lines.reduce((sum, { style }) => sum + this.#type.heightOf(style), 0);
    const again = (): void => this.#head(columns, widths);
    this.#require(Math.min(height, this.#room() / 2), again);
    for (const [at, { line, style }] of lines.entries()) {
      this.#require(this.#type.heightOf(style), again);
      this.#type.draw(line, style, { x: MARGIN, y: this.#y, width });
      if (at === 0) this.#cells(columns, widths, { texts: ["", ...others], style: TEXT });
      this.#y += this.#type.heightOf(style);
    }
    this.#y += 3;
    this.#rule();
  }

  #cells(
    columns: readonly Column[],
    widths: readonly number[],
    { texts, style }: { texts: readonly string[]; style: Style },
  ): void {
    let x = MARGIN;
    texts.forEach((text, at) => {
      const width = widths[at] ?? 0;
      const [line] = text === "" ? [] : this.#type.lines(text, style, this.width);
      const isRight = columns[at]?.isRight === true;
      if (line !== undefined) this.#type.draw(line, style, { x, y: this.#y, width, isRight });
      x += width + GAP;
    });
  }

  #widthsOf(columns: readonly Column[], rows: readonly Row[]): number[] {
    const own = columns.map(({ head, isWide = false }, at) => {
      const cells = rows.map(({ cells }) => this.#type.widthOf(cells[at] ?? "", TEXT));
      return isWide
        ? 0
        : cells.reduce((most, width) => Math.max(most, width), this.#type.widthOf(head, HEAD));
    });
    const rest = this.width - GAP * (columns.length - 1) - own.reduce((sum, width) => sum + width, 0);
    return own.map((width, at) => (columns[at]?.isWide === true ? rest : width));
  }

  #rule(): void {
    const { width } = this;
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + width, this.#y)
      .lineWidth(0.5)
      .stroke(RULE);
    this.#y += 3;
  }

  /** Height between the margins. */
  #room(): number {
    return this.#document.page.height - 2 * MARGIN;
  }

  /** Goes on to the next page where less than this height is left. */
  #require(height: number, begin?: () => void): void {
    if (this.#y + height <= this.#document.page.height - MARGIN) return;
    this.#document.addPage();
    this.#y = MARGIN;
    begin?.();
  }
}
