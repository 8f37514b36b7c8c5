import { FAILSAFE_SCHEMA, load } from "js-yaml";
import { listText } from "../../cells.ts";

/** Most characters of front matter: they are read in some milliseconds. */
const CHARS_MAX = 8_192;
const START = /^\ufeff?---[ \t]*\r?\n/;
const END = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/** Document without its front matter. */
export interface Fronted {
  /** Texts of the front matter by their names; a list is one line of CSV. */
  members: ReadonlyMap<string, string>;
  body: string;
  /** Whether the document begins as front matter does, but it is not valid YAML and stays in the body. */
  isInvalid: boolean;
}

/** Splits a document into its front matter and its body. */
export function splitFrontMatter(text: string): Fronted {
  const start = START.exec(text)?.[0].length;
  const whole = { members: new Map<string, string>(), body: text, isInvalid: false };
  if (start === undefined) return whole;
  const rest = text.slice(start, start + CHARS_MAX);
  const end = END.exec(rest);
  // A line of three hyphens alone is a rule of Markdown.
  if (end === null) return whole;
  const members = membersOf(rest.slice(0, end.index));
  if (members === undefined) return { ...whole, isInvalid: rest.slice(0, end.index).includes(":") };
  const body = text.slice(start + end.index + end[0].length).replace(/^(?:[ \t]*\r?\n)+/, "");
  return { members, body, isInvalid: false };
}

function membersOf(yaml: string): Map<string, string> | undefined {
  let found: unknown;
  try {
    // All values are texts: 007 stays what it is.
    found = load(yaml, { schema: FAILSAFE_SCHEMA, maxAliases: 0 });
  } catch {
    return undefined;
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) return undefined;
  return new Map(Object.entries(found).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return listText(value.map((one: unknown) => textOf(one)).filter((one) => one !== ""));
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}
