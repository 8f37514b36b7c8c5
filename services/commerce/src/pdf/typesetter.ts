import LineBreaker from "linebreak";
import type PDFDocument from "pdfkit";
import { directionsOf, visualParts } from "./bidi-runs.ts";
import { clustersOf, fontRuns, visibleOf } from "./font-runs.ts";
import { BOLD, type PdfFont } from "./fonts.ts";

type Document = InstanceType<typeof PDFDocument>;

/** Looks of a text. */
export interface Style {
  size: number;
  isBold?: boolean;
  color?: string;
}

/** A line of a text, which fits the width for which it was made. */
export interface TextLine {
  /** Parts from left to right. */
  parts: readonly string[];
  width: number;
  isRightToLeft: boolean;
}

const PARAGRAPHS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Height of a line, in sizes. */
const LEADING = 1.35;
/** Size in which widths are measured. */
const UNIT = 1000;

/** Scripts whose letters do not change beside a blank. */
const PLAIN =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}]*$/u;

/** Returns options with which pdfkit shapes a whole text; it takes plain ones word by word, which it remembers. */
const shapingOf = (text: string): { features?: [] } => (PLAIN.test(text) ? {} : { features: [] });

/** Sets text in the fonts of a document: in lines, each part in the font that has its letters, in its direction. */
export class Typesetter {
  readonly #document: Document;
  readonly #fonts: readonly PdfFont[];
  readonly #registered = new Set<string>();
  readonly #widths = new Map<string, number>();
  readonly #measures = { plain: new Map<string, number>(), bold: new Map<string, number>() };

  constructor(document: Document, fonts: readonly PdfFont[]) {
    this.#document = document;
    this.#fonts = fonts;
  }

  /** Height of a line. */
  heightOf = ({ size }: Style): number => size * LEADING;

  /** Splits a text into lines of at most this width. */
  lines(text: string, style: Style, width: number): TextLine[] {
    return text.split(PARAGRAPHS).flatMap((paragraph) => this.#paragraph(paragraph, style, width));
  }

  /** Width of a text in one line. */
  widthOf(text: string, { size, isBold = false }: Style): number {
    const known = this.#measures[isBold ? "bold" : "plain"];
    let width = known.get(text);
    if (width === undefined) {
      const runs = fontRuns(visibleOf(text), this.#fontsOf(isBold));
      width = runs.reduce((sum, run) => sum + this.#measured(run.font, run.text), 0);
      known.set(text, width);
    }
    return width * (size / UNIT);
  }

  /** Draws a line whose upper left corner is here; it ends at the right of `width` where it is aligned so. */
  draw(line: TextLine, style: Style, at: { x: number; y: number; width: number; isRight?: boolean }): void {
    const { size, isBold = false, color = "black" } = style;
    const isRight = at.isRight ?? line.isRightToLeft;
    let x = isRight ? at.x + at.width - line.width : at.x;
    const y = at.y + size;
    for (const part of line.parts)
      for (const { text, font } of fontRuns(visibleOf(part), this.#fontsOf(isBold))) {
        this.#use(font).fontSize(size).fillColor(color);
        this.#document.text(text, x, y, { lineBreak: false, baseline: "alphabetic", ...shapingOf(text) });
        x += this.#measured(font, text) * (size / UNIT);
      }
  }

  #fontsOf = (isBold: boolean): readonly PdfFont[] => (isBold ? [BOLD, ...this.#fonts] : this.#fonts);

  #paragraph(paragraph: string, style: Style, width: number): TextLine[] {
    const { isRightToLeft, levels } = directionsOf(paragraph);
    const lines: TextLine[] = [];
    let [start, end, used] = [0, 0, 0];
    const finish = (): void => {
      const text = paragraph.slice(start, end).trimEnd();
      const parts = visualParts(text, levels, start);
      const width = parts.reduce((sum, part) => sum + this.widthOf(part, style), 0);
      lines.push({ parts, width, isRightToLeft });
      [start, used] = [end, 0];
    };
    for (const piece of this.#fitting(piecesOf(paragraph), style, width)) {
      if (end > start && used + this.widthOf(piece.trimEnd(), style) > width) finish();
      used += this.widthOf(piece, style);
      end += piece.length;
    }
    finish();
    return lines;
  }

  /** A piece that is wider than a line is split between characters. */
  #fitting(pieces: readonly string[], style: Style, width: number): string[] {
    return pieces.flatMap((piece) =>
      this.widthOf(piece.trimEnd(), style) <= width ? [piece] : clustersOf(piece),
    );
  }

  #measured(font: PdfFont, text: string): number {
    const key = `${font.name} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = this.#use(font).fontSize(UNIT).widthOfString(text, shapingOf(text));
    this.#widths.set(key, width);
    return width;
  }

  /** A document contains a font from its first use on, and of it the glyphs that it uses. */
  #use(font: PdfFont): Document {
    if (!this.#registered.has(font.name)) this.#document.registerFont(font.name, font.bytes());
    this.#registered.add(font.name);
    return this.#document.font(font.name);
  }
}

/** A script that writes words without blanks between them. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** Splits a paragraph into the pieces between which a line may end. */
function piecesOf(paragraph: string): string[] {
  const breaker = new LineBreaker(paragraph);
  const pieces: string[] = [];
  let start = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const piece = paragraph.slice(start, next.position);
    start = next.position;
    if (UNSPACED.test(piece)) pieces.push(...Array.from(words.segment(piece), ({ segment }) => segment));
    else if (piece !== "") pieces.push(piece);
  }
  return pieces;
}
