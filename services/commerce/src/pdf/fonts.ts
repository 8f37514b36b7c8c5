import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";

/** A font that a document can embed. */
export interface PdfFont {
  name: string;
  /** Bytes of the file; each document parses them for itself. */
  bytes: () => Buffer;
  /** Whether the font has a glyph of this code point. */
  has: (codePoint: number) => boolean;
}

const resolve = createRequire(import.meta.url).resolve;

/**
 * Reads a font once, when a document first needs it. A document parses the bytes again: a parsed font remembers which
 * character first led to a glyph, so one document would change another.
 */
function fontOf(name: string, file: string): PdfFont {
  let bytes: Buffer | undefined;
  let covered: ReadonlySet<number> | undefined;
  const read = (): Buffer => (bytes ??= unpacked(readFileSync(resolve(file))));
  return {
    name,
    bytes: read,
    has: (codePoint) => (covered ??= codePointsOf(read())).has(codePoint),
  };
}

const unpacked = (bytes: Buffer): Buffer =>
  bytes.toString("latin1", 0, 4) === "wOFF" ? unpackedWoff(bytes) : bytes;

function codePointsOf(bytes: Buffer): ReadonlySet<number> {
  const font = fontkit.create(bytes);
  return new Set("characterSet" in font ? font.characterSet : []);
}

const noto = (family: string, script: string): PdfFont =>
  fontOf(family, `@fontsource/${family}/files/${family}-${script}-400-normal.woff`);

/** Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic and symbols. */
export const REGULAR = fontOf("DejaVuSans", "dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
/** For words of our own alone. */
export const BOLD = fontOf("DejaVuSans-Bold", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");

const SCRIPTS = [
  noto("noto-sans-devanagari", "devanagari"),
  noto("noto-sans-bengali", "bengali"),
  noto("noto-sans-tamil", "tamil"),
  noto("noto-sans-thai", "thai"),
];
const EMOJI = noto("noto-emoji", "emoji");

const HAN = {
  japanese: noto("noto-sans-jp", "japanese"),
  korean: noto("noto-sans-kr", "korean"),
  simplified: noto("noto-sans-sc", "chinese-simplified"),
  traditional: noto("noto-sans-tc", "chinese-traditional"),
} as const;
type HanForm = keyof typeof HAN;

const BY_COUNTRY: Readonly<Record<string, HanForm>> = {
  JP: "japanese",
  KR: "korean",
  KP: "korean",
  TW: "traditional",
  HK: "traditional",
  MO: "traditional",
};

/**
 * Returns the fonts of a document, the first that has a glyph being the one to take. Han letters look as in the payer's
 * country; without one, as in the language that kana or hangul in the texts shows, else simplified.
 */
export function fontsFor(country: string | null, texts: readonly string[]): readonly PdfFont[] {
  const shown = texts.some((text) => /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text))
    ? "japanese"
    : texts.some((text) => /\p{sc=Hangul}/u.test(text))
      ? "korean"
      : "simplified";
  const first =
    HAN[BY_COUNTRY[country ?? ""] ?? (country === "CN" || country === "SG" ? "simplified" : shown)];
  const others = Object.values(HAN).filter((font) => font !== first);
  return [REGULAR, ...SCRIPTS, first, EMOJI, ...others];
}

const HEADER = { woff: 44, plain: 12 };
const ENTRY = { woff: 20, plain: 16 };

/**
 * Unpacks a font of format WOFF 1.0 once. A parser that reads the packed one inflates a table for each glyph, which
 * takes seconds with thousands of them.
 */
export function unpackedWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEADER.plain + count * ENTRY.plain);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * ENTRY.plain, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * ENTRY.plain, 10);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let at = 0; at < count; at += 1) {
    const from = HEADER.woff + at * ENTRY.woff;
    const [start, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(from + place)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const to = HEADER.plain + at * ENTRY.plain;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    // Each table begins at a multiple of four.
    tables.push(table, Buffer.alloc((4 - (length % 4)) % 4));
    offset += length + ((4 - (length % 4)) % 4);
  }
  return Buffer.concat([head, ...tables]);
}
