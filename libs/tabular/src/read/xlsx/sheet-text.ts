import { xmlText } from "./xml.ts";

/** Most characters of a text in a sheet; a table stores 100,000, and Excel writes 32,767. */
const TEXT_CHARS_MAX = 131_072;
/** A character that a sheet writes by its number, such as `_x000D_`. */
const ESCAPED = /_x([0-9a-f]{4})_/gi;

/** A text of a sheet that comes in pieces, plain or in runs of one format. Phonetic texts beside it are left out. */
export class SheetText {
  #raw = "";
  #isText = false;
  #isPhonetic = false;
  #isTooLong = false;

  open(name: string): void {
    if (name === "rPh") this.#isPhonetic = true;
    else if (name === "t") this.#isText = !this.#isPhonetic;
  }

  add(piece: string): void {
    if (!this.#isText || this.#isTooLong) return;
    this.#raw += piece;
    this.#isTooLong = this.#raw.length > TEXT_CHARS_MAX;
  }

  close(name: string): void {
    if (name === "rPh") this.#isPhonetic = false;
    else if (name === "t") this.#isText = false;
  }

  /** The whole text; null for one that is too long. */
  whole(): string | null {
    return this.#isTooLong ? null : sheetString(this.#raw);
  }
}

/** Reads the references of XML in a text of a sheet, and the characters that it writes by their numbers. */
export function sheetString(raw: string): string {
  const text = xmlText(raw);
  if (!text.includes("_x")) return text;
  return text.replaceAll(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
