import { PAGE_BYTES_MAX } from "@jst/query";

/** No text has more bytes in UTF-8 for each of its characters, as JavaScript counts them. */
const BYTES_PER_CHAR_MAX = 3;

/** The texts of a page's rows, as many of the first as fit. */
export class PageTexts {
  readonly texts: string[] = [];
  #chars = 0;
  #bytes = 0;
  #counted = 0;

  /** Adds a row; false for one that is left out. */
  add(text: string): boolean {
    this.#chars += text.length;
    const fits = this.texts.length === 0 || this.#bytesWith(text) <= PAGE_BYTES_MAX;
    if (fits) this.texts.push(text);
    return fits;
  }

  /** No fewer than the bytes of all of them; counted where it matters. */
  #bytesWith(text: string): number {
    const most = this.#chars * BYTES_PER_CHAR_MAX;
    if (most <= PAGE_BYTES_MAX) return most;
    for (; this.#counted < this.texts.length; this.#counted += 1)
      this.#bytes += Buffer.byteLength(this.texts[this.#counted] ?? "");
    return this.#bytes + Buffer.byteLength(text);
  }
}
