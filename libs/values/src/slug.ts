import { latinWords } from "./latin-words.ts";

const SLUG_MAX = 80;

/** Writes a text in letters a to z, digits and single hyphens, at most 80; empty if nothing of the text is left. */
export const slugOf = (text: string): string => cutSlug(latinWords(text).join("-"));

/** Cuts a slug so that it has at most 80 characters with its ending. */
export const cutSlug = (slug: string, ending = ""): string =>
  `${slug.slice(0, SLUG_MAX - ending.length).replace(/-$/, "")}${ending}`;
