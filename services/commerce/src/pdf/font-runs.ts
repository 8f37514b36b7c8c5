import type { FieldError } from "@jst/errors";
import type { PdfFont } from "./fonts.ts";

/** A part of a text in one font. */
export interface FontRun {
  text: string;
  font: PdfFont;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Characters that show nothing by themselves, so that no font needs a glyph for them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
const JOINERS = /[\u200c\u200d]/;

/** Splits a text into what people see as characters. */
export const clustersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Removes what shows nothing, but for the joiners that letters take their shape by. */
export function visibleOf(text: string): string {
  const plain = text.replaceAll("\t", " ");
  if (!INVISIBLE.test(plain)) return plain;
  return Array.from(plain, (one) => (INVISIBLE.test(one) && !JOINERS.test(one) ? "" : one)).join("");
}

/** Splits a text into runs, each in the first font that has all glyphs of its characters. */
export function fontRuns(text: string, fonts: readonly PdfFont[]): FontRun[] {
  const [base] = fonts;
  if (base === undefined || text === "") return [];
  if (isIn(base, text)) return [{ text, font: base }];
  const runs: FontRun[] = [];
  for (const cluster of clustersOf(text))
    // Marks of another script than their letter's are drawn beside it.
    for (const part of fontOf(cluster, fonts) === undefined ? Array.from(cluster) : [cluster]) {
      const font = fontOf(part, fonts) ?? base;
      // A joiner that the font does not have is left out.
      const drawn = font.has(0x200d) ? part : part.replaceAll(/[\u200c\u200d]/g, "");
      const last = runs.at(-1);
      if (last?.font === font) last.text += drawn;
      else runs.push({ text: drawn, font });
    }
  return runs;
}

/** Returns the characters of a text that no font has, each once. */
export function missingIn(text: string, fonts: readonly PdfFont[]): string[] {
  const characters = new Set(text);
  return [...characters].filter((one) => fontOf(one, fonts) === undefined);
}

const fontOf = (text: string, fonts: readonly PdfFont[]): PdfFont | undefined =>
  fonts.find((font) => isIn(font, text));

function isIn(font: PdfFont, text: string): boolean {
  for (const one of text) if (!font.has(one.codePointAt(0) ?? 0) && !INVISIBLE.test(one)) return false;
  return true;
}

/** Code points that one fault names. */
const NAMED_MAX = 10;

/** Finds the texts with letters that no font has, and names their code points. */
export function unprintable(
  texts: Readonly<Record<string, string>>,
  fonts: readonly PdfFont[],
): FieldError[] {
  return Object.entries(texts).flatMap(([field, text]): FieldError[] => {
    const missing = missingIn(text, fonts);
    if (missing.length === 0) return [];
    const points = missing.slice(0, NAMED_MAX).map((one) => `U+${hexOf(one)}`);
    const more = missing.length > NAMED_MAX ? " and others" : "";
    return [
      {
        field,
        code: "invalid_value",
        message: `The PDF cannot show these characters: ${points.join(", ")}${more}. Remove or replace them.`,
      },
    ];
  });
}

const hexOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
