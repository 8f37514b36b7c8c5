import type { Tokens } from "./tokens.ts";

/** A question as it is being written. */
export interface Draft<T extends string> {
  /** Id of an existing question. */
  id?: string;
  label: string;
  type: T;
  required: boolean;
  choices: Tokens;
}

/** The drafts with one of them moved by a step. */
export function moved<D>(drafts: readonly D[], from: number, to: number): D[] {
  const all = [...drafts];
  const [draft] = all.splice(from, 1);
  if (draft !== undefined) all.splice(to, 0, draft);
  return all;
}
