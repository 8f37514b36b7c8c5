import { ProblemError } from "@jst/client";
import { useState } from "react";
import { namedOf, type ChoiceDraft } from "./column-draft.ts";

/** What is wrong with choices as they were sent: what was written anew since has no fault yet. */
export interface ChoiceFaults {
  /** Of the list as a whole. */
  ofList: (choices: readonly ChoiceDraft[]) => readonly string[];
  of: (choice: ChoiceDraft) => readonly string[];
}

const PLACE = /^options\.(?:options|states)(?:\.(?<index>\d+)(?:\.|$)|$)/;

/** The faults of choices, which stand beside them, by the names that the API has for their places. */
export function useChoiceFaults(error: Error | null) {
  const [sent, setSent] = useState<readonly ChoiceDraft[]>([]);
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const placed = (problem?.errors ?? []).flatMap(({ field, message }) => {
    const place = placeOf(field, sent);
    return place === undefined ? [] : [{ field, message, place }];
  });
  const at = (place: unknown) => placed.filter((one) => one.place === place).map(({ message }) => message);
  const faults: ChoiceFaults = { ofList: at, of: at };
  return { faults, beside: placed.map(({ field }) => field), setSent };
}

/** The choice that the name of a fault means, or all of them. */
export function placeOf(
  field: string,
  sent: readonly ChoiceDraft[],
): ChoiceDraft | readonly ChoiceDraft[] | undefined {
  const found = PLACE.exec(field);
  if (found === null) return undefined;
  const index = found.groups?.["index"];
  return index === undefined ? sent : namedOf(sent)[Number(index)];
}
