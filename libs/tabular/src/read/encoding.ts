import { isUtf8 } from "node:buffer";
import type { Bytes } from "./bytes.ts";

/** Encodings of files of text by the names that people use, with the labels that decoders know. */
const LABELS = {
  "utf-8": "utf-8",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
  "windows-1257": "windows-1257",
  "iso-8859-2": "iso-8859-2",
  "iso-8859-15": "iso-8859-15",
  macintosh: "macintosh",
  cp866: "ibm866",
  shift_jis: "shift_jis",
  gb18030: "gb18030",
  big5: "big5",
  "euc-kr": "euc-kr",
} as const;

/** Encoding of a file of text. */
export type Encoding = keyof typeof LABELS;

/** Names of all encodings that a source may have. */
export const encodings = Object.keys(LABELS) as Encoding[];

/** Whether a text names an encoding. */
export const isEncoding = (name: string): name is Encoding => Object.hasOwn(LABELS, name);

/** Marks at the start of a file that name its encoding. */
const MARKS: readonly [Encoding, Buffer][] = [
  ["utf-8", Buffer.from([0xef, 0xbb, 0xbf])],
  ["utf-16le", Buffer.from([0xff, 0xfe])],
  ["utf-16be", Buffer.from([0xfe, 0xff])],
];

/** The encoding of a file, and whether nothing in it says so. */
export interface EncodingGuess {
  encoding: Encoding;
  isGuessed: boolean;
}

/** Share of pairs of bytes whose one byte is zero, from which on a file is UTF-16. */
const ZEROS_MIN = 0.3;
const SAMPLE_BYTES = 65_536;

/**
 * Finds the encoding of a file (imports.sources): its byte order mark, UTF-16 if every other byte is mostly zero, UTF-8
 * if all bytes are valid, else windows-1252. Reads the file to its end.
 */
export async function encodingOf({ chunks }: Bytes): Promise<EncodingGuess> {
  let rest: Buffer | undefined;
  for await (const chunk of chunks()) {
    if (rest === undefined) {
      const marked = MARKS.find(([, mark]) => chunk.subarray(0, mark.length).equals(mark));
      if (marked !== undefined) return { encoding: marked[0], isGuessed: false };
      const wide = wideEncoding(chunk.subarray(0, SAMPLE_BYTES));
      if (wide !== undefined) return { encoding: wide, isGuessed: true };
    }
    const bytes: Buffer = rest === undefined || rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) return { encoding: "windows-1252", isGuessed: true };
    rest = bytes.subarray(whole);
  }
  const isWhole = rest === undefined || rest.length === 0;
  return { encoding: isWhole ? "utf-8" : "windows-1252", isGuessed: true };
}

function wideEncoding(sample: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, sample.length / 2));
  if (odd >= ZEROS_MIN && odd > even * 2) return "utf-16le";
  return even >= ZEROS_MIN && even > odd * 2 ? "utf-16be" : undefined;
}

/** Counts the bytes before a character of UTF-8 that is cut at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** First of the halves of surrogate pairs that stand for bytes which the encoding does not have. */
const BAD_BYTE = 0xdc00;
const badByte = (byte: number): string => String.fromCharCode(BAD_BYTE + byte);
const UNKNOWN_BYTE = badByte(0xff);

/** Writes what a text must not have so that people see it: `\xe4` for a byte, `\ud800` for half a surrogate pair. */
export function visible(text: string): string {
  return text.replaceAll(/[\ud800-\udfff\0]/gu, (half) => {
    const code = half.charCodeAt(0);
    if (code === 0) return String.raw`\0`;
    const isByte = code >= BAD_BYTE && code <= BAD_BYTE + 0xff;
    return isByte
      ? String.raw`\x${(code - BAD_BYTE).toString(16).padStart(2, "0")}`
      : String.raw`\u${code.toString(16)}`;
  });
}

/**
 * Decodes bytes piece by piece, without a byte order mark. A byte that the encoding does not have becomes half a
 * surrogate pair, which no text has otherwise: `isWellFormed` finds it, and `visible` shows it. U+FFFD is never made.
 */
export async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string, void, undefined> {
  const decoder = decoders(encoding);
  const mark = MARKS.find(([name]) => name === encoding)?.[1];
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunks) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (isFirst && mark !== undefined && bytes.length < mark.length) {
      rest = bytes;
      continue;
    }
    if (isFirst && mark?.equals(bytes.subarray(0, mark.length)) === true) bytes = bytes.subarray(mark.length);
    isFirst = false;
    const whole = decoder.whole(bytes);
    rest = bytes.subarray(whole);
    if (whole > 0) yield decoder.text(bytes.subarray(0, whole));
  }
  if (rest.length > 0) yield decoder.text(rest);
}

/** Counts the bytes that can be decoded without those that follow, and decodes them. */
interface Decoder {
  whole: (bytes: Buffer) => number;
  text: (bytes: Buffer) => string;
}

function decoders(encoding: Encoding): Decoder {
  if (encoding === "utf-8") return { whole: wholeCharacters, text: fromUtf8 };
  if (encoding === "utf-16le" || encoding === "utf-16be")
    return { whole: (bytes) => bytes.length & ~1, text: (bytes) => fromUtf16(bytes, encoding) };
  const decoder = new TextDecoder(LABELS[encoding], { ignoreBOM: true });
  const isWide = ["shift_jis", "gb18030", "big5", "euc-kr"].includes(encoding);
  const missing = encoding === "windows-1252" ? /[\ufffd\x81\x8d\x8f\x90\x9d]/g : /\ufffd/g;
  return {
    whole: isWide ? wholeLines : (bytes) => bytes.length,
    text: (bytes) => decoder.decode(bytes).replaceAll(missing, missingByte),
  };
}

const missingByte = (character: string): string =>
  character === "\ufffd" ? UNKNOWN_BYTE : badByte(character.charCodeAt(0));

function fromUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterBytes(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(bytes.toString("utf8", from, at), badByte(bytes[at] ?? 0));
    at += 1;
    from = at;
  }
  parts.push(bytes.toString("utf8", from));
  return parts.join("");
}

/** Counts the bytes of the valid character at a place; 0 if the bytes there are not valid. */
function characterBytes(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return 1;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  const isValid = at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length));
  return isValid ? length : 0;
}

function fromUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): string {
  const even = bytes.length & ~1;
  const pairs =
    encoding === "utf-16le" ? bytes.subarray(0, even) : Buffer.from(bytes.subarray(0, even)).swap16();
  return pairs.toString("utf16le") + (even < bytes.length ? badByte(bytes.at(-1) ?? 0) : "");
}

/** Most bytes that wait for one that ends a character in every encoding of two bytes. */
const WAITING_MAX = 1_048_576;
/** No character of several bytes has a byte below this one behind its first. */
const SINGLE_BELOW = 0x30;

function wholeLines(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0; at -= 1) if ((bytes[at] ?? 0) < SINGLE_BELOW) return at + 1;
  return bytes.length > WAITING_MAX ? bytes.length : 0;
}
