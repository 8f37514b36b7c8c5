import type { ToolOutcome } from "./tool-call.ts";
import { cut } from "./cut.ts";
import type { Tool } from "./tool.ts";

/** Most bytes of text in one tool result (agents.results). */
const TEXT_MAX_BYTES = 65_536;
/** Part of these bytes for the note about the cut. */
const NOTE_MAX_BYTES = 4_096;
/** Cut members that are named, and characters of each name. */
const NAMES_MAX = 10;
const NAME_MAX = 60;

/** Kind of a result, which decides on its reader's options after a cut. */
export type ResultKind = "read" | "write" | "refusal";

/** Place where the reader finds the cut part: in structured content beside the text, or nowhere. */
export type Beside = "structured content" | "nothing";

/** Kind of what a call of the tool came to. */
export function resultKind({ readOnly }: Pick<Tool, "readOnly">, outcome: ToolOutcome): ResultKind {
  if ("problem" in outcome) return "refusal";
  return readOnly ? "read" : "write";
}

/**
 * The JSON as the text of a result, cut where it is too long; it is an object. What is small is whole in a cut text
 * too: ids, what was changed, the code of a refusal and what confirms it. `cut` names the members that are not whole.
 */
export function resultText(json: string, kind: ResultKind, beside: Beside): string {
  return isTooLong(json) ? cutResult(JSON.parse(json) as Result, kind, beside) : json;
}

/** True when the text of a result may not hold all of it. */
export function isTooLong(json: string): boolean {
  return Buffer.byteLength(json) > TEXT_MAX_BYTES;
}

type Result = Readonly<Record<string, unknown>>;

function cutResult(whole: Result, kind: ResultKind, beside: Beside): string {
  const cuts: (readonly (string | number)[])[] = [];
  const kept = cut(whole, TEXT_MAX_BYTES - NOTE_MAX_BYTES, [], cuts) as Result;
  const names = cuts.slice(0, NAMES_MAX).map(nameOf);
  if (cuts.length > names.length) names.push(`and ${cuts.length - names.length} more`);
  const told = { truncated: true, hint: hintOf(kind, beside), cut: names };
  return JSON.stringify({ ...told, ...(kind === "read" ? cutPage(whole, kept) : kept) });
}

const KEPT = {
  read: "The values that cut lists are shortened to fit 64 KiB; everything else is complete.",
  refusal: "The values that cut lists are shortened to fit 64 KiB; everything else of the error is complete.",
} as const;
const WRITTEN: Readonly<Record<Beside, string>> = {
  "structured content":
    "The values that cut lists are shortened in this text to fit 64 KiB, and complete in structuredContent.",
  nothing:
    "The values that cut lists are shortened to fit 64 KiB. Read the written item, or its changeset, by its id.",
};

function hintOf(kind: ResultKind, beside: Beside): string {
  return kind === "write" ? `The call succeeded: do not send it again. ${WRITTEN[beside]}` : KEPT[kind];
}

/**
 * A page whose list lost items says that more follows, and how to come to it. Its cursor goes: it would skip what was
 * cut.
 */
function cutPage(whole: Result, kept: Result): Result {
  const [name] = Object.entries(whole).find(([, member]) => Array.isArray(member)) ?? [];
  if (name === undefined || !("next_cursor" in whole)) return kept;
  const all = whole[name] as unknown[];
  // The list itself may not have had the room to be kept.
  const shown = (kept[name] ?? []) as unknown[];
  if (shown.length === all.length) return kept;
  const limit = Math.max(shown.length, 1);
  const hint = `Only the first ${shown.length} of ${all.length} items fit 64 KiB. Ask again with limit ${limit} and follow its next_cursor.`;
  const members = Object.entries(kept).filter(([member]) => member !== "next_cursor");
  return { hint, ...Object.fromEntries(members), has_more: true };
}

/** Dotted path of a member; one of any length is cut. */
function nameOf(path: readonly (string | number)[]): string {
  const name = path.join(".");
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX).toWellFormed()}…`;
}
