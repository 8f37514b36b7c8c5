import type { Budget } from "../budget.ts";
import { matches } from "../regex.ts";
import { row } from "../signature.ts";
import { bounded, cellError, charactersOf, requireRoom } from "../value.ts";

/** Characters as a reader counts them: a text is cut between code points only. */
function characters(text: string): string[] | string {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
}

function cut(text: string, from: number, to: number): string {
  const all = characters(text);
  return typeof all === "string" ? all.slice(from, to) : all.slice(from, to).join("");
}

/** A count or place: whole and not below the least. */
function whole(n: number, least: number): number {
  const value = Math.trunc(n);
  if (value < least) throw cellError("#VALUE!");
  return value;
}

/** Place of the needle from 1; 0 when it is absent or nothing. */
function place(needle: string, text: string, start: number): number {
  if (needle === "") return 0;
  const skipped = cut(text, 0, whole(start, 1) - 1).length;
  const found = text.indexOf(needle, skipped);
  return found < 0 ? 0 : charactersOf(text.slice(0, found)) + 1;
}

/** The text in lower case, every letter in its place: İ has two for itself otherwise, and ς is Σ at a word's end. */
function caseless(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}

/** Replaces every occurrence, or the one of the number. */
function substituted(text: string, old: string, fresh: string, which: number | undefined): string {
  if (old === "") return text;
  const parts = text.split(old);
  if (which === undefined) {
    requireRoom(text.length + (parts.length - 1) * (fresh.length - old.length));
    return bounded(parts.join(fresh));
  }
  const nth = whole(which, 1);
  if (nth >= parts.length) return text;
  return bounded([parts.slice(0, nth).join(old), parts.slice(nth).join(old)].join(fresh));
}

function repeated(text: string, times: number): string {
  const count = whole(times, 0);
  requireRoom(text.length * count);
  return bounded(text.repeat(count));
}

/** $1 to $9 and $0 in the replacement are groups of the match, $$ a dollar. */
function replacedAll(text: string, pattern: string, replacement: string, budget: Budget): string {
  let result = "";
  let from = 0;
  for (const matcher of matches(pattern, text, budget)) {
    const groups = replacement.replace(/\$([0-9$])/g, (_, which: string) => {
      if (which === "$") return "$";
      return Number(which) > matcher.groupCount() ? "" : (matcher.group(Number(which)) ?? "");
    });
    result += text.slice(from, matcher.start()) + groups;
    requireRoom(result.length);
    from = matcher.end();
  }
  return bounded(result + text.slice(from));
}

/** Texts. Numbers, truth and dates are read as text too; places count from 1. */
export const text = [
  row("CONCAT CONCATENATE", ["words..."], "text", (_, ...words) => {
    requireRoom(words.reduce((total, word) => total + word.length, 0));
    return bounded(words.join(""));
  }),
  row("LEFT", ["text", "number?"], "text", (_, text, count = 1) => cut(text, 0, whole(count, 0))),
  row("RIGHT", ["text", "number?"], "text", (_, text, count = 1) => {
    const length = charactersOf(text);
    return cut(text, Math.max(0, length - whole(count, 0)), length);
  }),
  row("MID", ["text", "number", "number"], "text", (_, text, start, count) => {
    const from = whole(start, 1) - 1;
    return cut(text, from, from + whole(count, 0));
  }),
  row("LEN", ["text"], "number", (_, text) => charactersOf(text)),
  row("LOWER", ["text"], "text", (_, text) => bounded(text.toLowerCase())),
  row("UPPER", ["text"], "text", (_, text) => bounded(text.toUpperCase())),
  row("TRIM", ["text"], "text", (_, text) => text.trim()),
  row("FIND", ["words", "words", "number?"], "number", (_, needle, text, start = 1) =>
    place(needle, text, start),
  ),
  row("SEARCH", ["words", "words", "number?"], "number", (_, needle, text, start = 1) =>
    place(caseless(needle), caseless(text), start),
  ),
  row("SUBSTITUTE", ["text", "text", "words", "number?"], "text", (_, text, old, fresh, which) =>
    substituted(text, old, fresh, which),
  ),
  row("REPLACE", ["text", "number", "number", "words"], "text", (_, text, start, count, fresh) => {
    const from = whole(start, 1) - 1;
    const to = from + whole(count, 0);
    return bounded(cut(text, 0, from) + fresh + cut(text, to, text.length));
  }),
  row("REPT", ["text", "number"], "text", (_, text, times) => repeated(text, times)),
  row(
    "REGEX_MATCH",
    ["text", "text"],
    "boolean",
    ({ budget }, text, pattern) => matches(pattern, text, budget).next().done !== true,
  ),
  row(
    "REGEX_EXTRACT",
    ["text", "text"],
    "text",
    ({ budget }, text, pattern) => matches(pattern, text, budget).next().value?.group() ?? null,
  ),
  row("REGEX_REPLACE", ["text", "text", "words"], "text", ({ budget }, text, pattern, replacement) =>
    replacedAll(text, pattern, replacement, budget),
  ),
  row("ENCODE_URL", ["text"], "text", (_, text) => bounded(encodeURIComponent(text.toWellFormed()))),
];
