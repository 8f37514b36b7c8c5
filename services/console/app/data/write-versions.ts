import type { WriteKey } from "../parts/writing.ts";

/** Versions that a write goes over, by its key and the ids of rows, until the write has a final answer. */
const versions = new Map<string, Map<string, number>>();

const nameOf = (key: WriteKey): string => key["Idempotency-Key"];

/** Returns the version of a row that a write goes over: each try of it sends the same one, as its key demands. */
export function versionOver(key: WriteKey, rowId: string, own: () => number): number {
  const version = versionsOf(key).get(rowId) ?? own();
  goOver(key, rowId, version);
  return version;
}

function versionsOf(key: WriteKey): Map<string, number> {
  const known = versions.get(nameOf(key)) ?? new Map<string, number>();
  versions.set(nameOf(key), known);
  return known;
}

/** Has the next try of a write go over another version of a row. */
export function goOver(key: WriteKey, rowId: string, version: number): void {
  versionsOf(key).set(rowId, version);
}

/** Forgets which versions a write goes over. */
export const forgetVersions = (key: WriteKey): boolean => versions.delete(nameOf(key));
