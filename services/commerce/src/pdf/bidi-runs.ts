import bidiFactory from "bidi-js";
import { clustersOf } from "./font-runs.ts";

const bidi = bidiFactory();
/** Letters that run from right to left, and the marks that make text do so. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Scripts that fontkit itself lays out from right to left; it takes one of them at a time. */
const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ["arabic", /\p{sc=Arabic}/u],
  ["hebrew", /\p{sc=Hebrew}/u],
  ["syriac", /\p{sc=Syriac}/u],
  ["thaana", /\p{sc=Thaana}/u],
  ["nko", /\p{sc=Nko}/u],
];

/** Direction of each part of a paragraph. */
export interface Directions {
  isRightToLeft: boolean;
  levels: ArrayLike<number> | undefined;
}

/** Finds the directions of a paragraph by the Unicode bidirectional algorithm. */
export function directionsOf(paragraph: string): Directions {
  if (!RIGHT_TO_LEFT.test(paragraph)) return { isRightToLeft: false, levels: undefined };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph);
  return { isRightToLeft: paragraphs[0]?.level === 1, levels };
}

/** Returns the parts of a line from left to right, each in the order in which a font takes its letters. */
export function visualParts(line: string, levels: ArrayLike<number> | undefined, start: number): string[] {
  if (levels === undefined) return [line];
  const spans: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[start + at] ?? 0;
    const last = spans.at(-1);
    if (last?.level === level) last.text += line.charAt(at);
    else spans.push({ text: line.charAt(at), level });
  }
  const highest = Math.max(0, ...spans.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseFrom(spans, level);
  return spans.flatMap(({ text, level }) => (level % 2 === 0 ? [text] : turned(text)));
}

/** Reverses each sequence of spans at this level or above (L2). */
function reverseFrom(spans: { text: string; level: number }[], level: number): void {
  for (let at = 0; at < spans.length; at += 1) {
    let end = at;
    while ((spans[end]?.level ?? -1) >= level) end += 1;
    if (end > at) spans.splice(at, end - at, ...spans.slice(at, end).reverse());
    at = Math.max(at, end - 1);
  }
}

/** Mirrors brackets and sets each script apart; what fontkit would lay out from left to right is reversed. */
function turned(text: string): string[] {
  const parts: { text: string; script: string }[] = [];
  for (const cluster of clustersOf(text)) {
    const shown = Array.from(cluster, (one) => bidi.getMirroredCharacter(one) ?? one).join("");
    const script = SCRIPTS.find(([, letters]) => letters.test(shown))?.[0] ?? "";
    const last = parts.at(-1);
    if (last !== undefined && (script === "" || last.script === "" || last.script === script)) {
      last.text += shown;
      last.script ||= script;
    } else parts.push({ text: shown, script });
  }
  const drawn = parts.map((part) =>
    part.script === "" ? clustersOf(part.text).reverse().join("") : part.text,
  );
  return drawn.reverse();
}
