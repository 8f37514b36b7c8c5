import { ProblemError } from "@jst/client";
import { useState } from "react";
import { namedOf, type ChoiceDraft, type ColumnDraft } from "./column-draft.ts";

/**
 * Finds the faults of one choice, or of all of them, as they were sent. A choice that has changed since has no fault
 * yet.
 */
export type ChoiceFaults = (of: ChoiceDraft | readonly ChoiceDraft[]) => readonly string[];

const PLACE = /^options\.(?:options|states)(?:\.(?<index>\d+)(?:\.|$)|$)/;

/** The faults of choices, which stand beside them, by the names that the API has for their places. */
export function useChoiceFaults(error: Error | null, { type }: ColumnDraft) {
  const [sent, setSent] = useState<Pick<ColumnDraft, "type" | "choices">>({ type, choices: [] });
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const placed = (problem?.errors ?? []).flatMap(({ field, message }) => {
    const place = placeOf(field, sent.choices);
    return place === undefined ? [] : [{ field, message, place }];
  });
  // Choices are kept when the type changes, but another type asks something else of them.
  const told = sent.type === type ? placed : [];
  const faults: ChoiceFaults = (of) => told.filter(({ place }) => place === of).map(({ message }) => message);
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
