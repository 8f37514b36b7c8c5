import { createHash } from "node:crypto";
import type { Entry } from "./entry.ts";

/** Characters of a text that are sent; what comes after is not found by its meaning. */
const TEXT_CHARS_MAX = 4_000;

/** Builds the text that becomes the vector of an entry: its title, its text and its other words. */
export function embeddedText({ title, text, also = "" }: Entry): string {
  const parts = [title, text.startsWith(title) ? text.slice(title.length) : text, also];
  const whole = parts.filter((part) => part.trim() !== "").join("\n");
  return whole
    .slice(0, TEXT_CHARS_MAX)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

/** Digest that distinguishes two texts. */
export const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);
