/** What a message from a phone asks for (comms.keywords). */
export type Keyword = "stop" | "start" | "help";

/** Words that opt out when a message begins with one; `opt out` is two words that do. */
const stops: ReadonlySet<string> = new Set([
  ..."stop stopall unsubscribe cancel end quit revoke optout".split(" "),
  "opt out",
]);
/** Words that opt in when they are all that a message says. */
const starts: ReadonlySet<string> = new Set(["start", "yes", "unstop"]);
/** Words that ask for help when a message begins with one. */
const helps: ReadonlySet<string> = new Set(["help", "info"]);
/** Of a longer text only the beginning is looked at. */
const CHARS_MAX = 1_000;

/**
 * The keyword of a text, whatever its case and punctuation: to opt out is easy, to opt in takes a word that stands
 * alone. Undefined for an ordinary message.
 */
export function keywordOf(text: string): Keyword | undefined {
  const plain = text
    .slice(0, CHARS_MAX)
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [first = ""] = words;
  if (stops.has(first) || stops.has(words.slice(0, 2).join(" "))) return "stop";
  if (helps.has(first)) return "help";
  return words.length === 1 && text.length <= CHARS_MAX && starts.has(first) ? "start" : undefined;
}
