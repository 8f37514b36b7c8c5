import type { Bytes } from "./bytes.ts";
import { decoded, type Encoding } from "./encoding.ts";
import { ROW_CHARS_MAX } from "./source.ts";

/** A line of a text without its end; cut to its first characters if it is too long to be read. */
export interface TextLine {
  /** From 1. */
  line: number;
  text: string;
  isTooLong: boolean;
}

const SHOWN_CHARS = 1_000;

/** Reads a text line by line; one ends with LF or CRLF. At most one line and one piece are in memory. */
export async function* linesOf(bytes: Bytes, encoding: Encoding): AsyncGenerator<TextLine, void, undefined> {
  let [rest, line, isTooLong] = ["", 0, false];
  for await (const piece of decoded(bytes.chunks(), encoding)) {
    let from = 0;
    for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", from)) {
      line += 1;
      yield lineOf(line, rest + piece.slice(from, end), isTooLong);
      [rest, isTooLong, from] = ["", false, end + 1];
    }
    rest += piece.slice(from);
    if (rest.length > ROW_CHARS_MAX) [rest, isTooLong] = [rest.slice(0, SHOWN_CHARS), true];
  }
  if (rest !== "") yield lineOf(line + 1, rest, isTooLong);
}

function lineOf(line: number, text: string, wasCut: boolean): TextLine {
  const isTooLong = wasCut || text.length > ROW_CHARS_MAX;
  const plain = text.endsWith("\r") ? text.slice(0, -1) : text;
  return { line, text: isTooLong ? plain.slice(0, SHOWN_CHARS) : plain, isTooLong };
}
