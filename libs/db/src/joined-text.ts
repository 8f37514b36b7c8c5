const comma = Buffer.from(",");
/** Room for the text of a few rows. */
const FIRST_PIECE_BYTES = 4 * 1024;
/** Growth of the buffer: a row mostly fits, and a growing text is not copied again. */
const PIECE_BYTES = 64 * 1024;

/**
 * Joins the texts of many rows as bytes in pieces: the texts of a row's columns, and a comma before every row but the
 * first with any.
 */
export class JoinedText {
  readonly #full: Buffer[] = [];
  #piece = Buffer.allocUnsafeSlow(FIRST_PIECE_BYTES);
  #at = 0;

  /** Takes the columns from `first` on of a DataRow message of `count` columns, whose content begins at `from`. */
  takeRow(message: Buffer, from: number, first: number, count: number): void {
    let at = from + 2;
    let isBegun = false;
    for (let column = 0; column < count; column += 1) {
      const length = message.readInt32BE(at);
      at += 4;
      if (length < 0) continue;
      if (column >= first) {
        if (!isBegun) this.#separate();
        isBegun = true;
        this.#append(message, at, at + length);
      }
      at += length;
    }
  }

  #separate(): void {
    if (this.#at === 0 && this.#full.length === 0) return;
    this.#append(comma, 0, comma.length);
  }

  #append(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to;) {
      if (this.#at === this.#piece.length) this.#nextPiece();
      const copied = bytes.copy(this.#piece, this.#at, at, to);
      at += copied;
      this.#at += copied;
    }
  }

  /** Returns all of the text. Nothing may be appended afterwards. */
  pieces(): Buffer[] {
    return this.#at === 0 ? this.#full : [...this.#full, this.#piece.subarray(0, this.#at)];
  }

  #nextPiece(): void {
    this.#full.push(this.#piece);
    this.#piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    this.#at = 0;
  }
}
