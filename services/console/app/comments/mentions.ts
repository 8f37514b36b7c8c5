/** Begun mention in a text: where its @ stands, and what is written behind it up to the caret. */
export interface BegunMention {
  start: number;
  query: string;
}

/** Member with the name by which a text mentions the member. */
export interface Named {
  id: string;
  name: string;
}

/** Longest text behind an @ by which a member is found. */
const QUERY_MAX = 60;
/** An @ at the start of a word. */
const AT = /(?<![^\s([{"'*_])@/gu;
const IN_NAME = /^[\p{L}\p{N}_-]$/u;

/** Finds the mention that the caret is in; undefined outside of one. An @ within a word starts none. */
export function mentionAt(text: string, caret: number): BegunMention | undefined {
  const before = text.slice(0, caret);
  const line = before.lastIndexOf("\n") + 1;
  const start = [...before.matchAll(AT)].at(-1)?.index ?? -1;
  const query = before.slice(start + 1);
  if (start < line || query.length > QUERY_MAX || query.startsWith(" ")) return undefined;
  return { start, query };
}

/** Puts the name in place of the begun mention, with a space behind it; returns the text and the caret after it. */
export function withMention(
  text: string,
  { start, query }: BegunMention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  const after = text.slice(start + 1 + query.length).replace(/^ /, "");
  return { text: before + after, caret: before.length };
}

/** True if the text mentions the name by an @, and no longer name that begins with it. */
export function mentions(text: string, name: string): boolean {
  const called = `@${name}`;
  for (let at = text.indexOf(called); at >= 0; at = text.indexOf(called, at + 1))
    if (!IN_NAME.test(text.charAt(at + called.length))) return true;
  return false;
}

/** Returns the chosen members whom the text still mentions. */
export const mentionedIn = <T extends Named>(text: string, chosen: readonly T[]): T[] =>
  chosen.filter(({ name }) => mentions(text, name));

/** Takes the @ from a name, so that the text mentions the member no more. */
export const withoutMention = (text: string, name: string): string => text.replaceAll(`@${name}`, name);
