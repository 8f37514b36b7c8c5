import type { FieldError } from "@jst/errors";
import { missingIn } from "./font-runs.ts";
import type { PdfFont } from "./fonts.ts";

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
    return [{ field, code: "invalid_value", message: `A PDF cannot print ${points.join(", ")}${more}.` }];
  });
}

const hexOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
