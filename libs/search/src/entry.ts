import { createHash } from "node:crypto";
import { wordsOf } from "./words.ts";

/** Edition of index entries. A higher one makes the indexer walk through everything again (context.index). */
export const EDITION = 1;

/** Something that can be found, as its service reads it: what it is called and what it says, nothing hidden. */
export interface Entry {
  kind: string;
  /** Parent of the entry: a table or a base; `NOWHERE` without one. */
  parentId: string;
  id: string;
  title: string;
  text: string;
  /** Path that GET answers with it. */
  path: string;
  /** Words by which it is found too and that are not shown, such as the value behind a label. */
  also?: string;
}

/** Which entry is meant. */
export type EntryKey = Pick<Entry, "kind" | "parentId" | "id">;

/** Parent of what stands alone. */
export const NOWHERE = "00000000-0000-0000-0000-000000000000";

/** The word that every entry of the team has: it counts them. */
export const EVERY = "";

/** An entry as it is stored. */
export interface StoredEntry extends EntryKey {
  words: string[];
  length: number;
}

/** Answers what is kept of an entry of the team: its words alone. */
export async function storedEntry(
  { kind, parentId, id, title, text, also = "" }: Entry,
  teamId: string,
): Promise<StoredEntry> {
  const words = await wordsOf(`${title}\n${text}\n${also}`, teamId);
  return { kind, parentId, id, words: [...words], length: words.size };
}

/** The mark that stands before each word of a team. Two teams may share one: row-level security tells them apart. */
export function markOf(teamId: string): string {
  return createHash("sha256").update(teamId.toLowerCase()).digest("base64url").slice(0, 6);
}

/** The word that all entries of a parent have in common, and that no text has. */
export function placeWord(kind: string, parentId?: string): string {
  return parentId === undefined ? ` ${kind}` : ` ${kind} ${parentId.replaceAll("-", "")}`;
}
