/** A question as it is being written; its choices are one text meanwhile. */
export interface Draft<T extends string> {
  /** Of a question that is there already. */
  id?: string;
  label: string;
  type: T;
  required: boolean;
  choices: string;
  /** The choices as they were read, which may have commas in them. */
  wasChoices?: readonly string[];
}

const separator = ", ";

/** Choices as one text, and as they were. */
export const asChoices = (
  options: readonly string[] = [],
): Pick<Draft<string>, "choices" | "wasChoices"> => ({
  choices: options.join(separator),
  wasChoices: options,
});

/** The choices of a draft: those that were there where nobody has changed them, else the words between commas. */
export function choicesOf({ choices, wasChoices = [] }: Draft<string>): string[] {
  if (choices === wasChoices.join(separator)) return [...wasChoices];
  return choices
    .split(",")
    .map((choice) => choice.trim())
    .filter((choice) => choice !== "");
}

/** The drafts with one of them moved by a step. */
export function moved<D>(drafts: readonly D[], from: number, to: number): D[] {
  const all = [...drafts];
  const [draft] = all.splice(from, 1);
  if (draft !== undefined) all.splice(to, 0, draft);
  return all;
}
