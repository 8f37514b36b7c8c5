import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";
import { unpackedWoff } from "./woff.ts";

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
