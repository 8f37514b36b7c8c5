import type { Schemas } from "../api.ts";

/** A field as it is being written; its choices are one text meanwhile. */
export interface Draft {
  /** Of a field that the form has already. */
  id?: string;
  label: string;
  type: Schemas["FormField"]["type"];
  required: boolean;
  choices: string;
  /** What this page does not show of a field, which stays as it is. */
  rest: Partial<Schemas["NewFormField"]>;
}

export const NEW_DRAFT: Draft = { label: "", type: "short_text", required: false, choices: "", rest: {} };

/** Whether answers of the type are chosen. */
export const hasChoices = ({ type }: Draft): boolean => type === "single_choice" || type === "multi_choice";

/** A field of the form as a draft. */
export function draftOf({ id, label, type, required, options = [], ...rest }: Schemas["FormField"]): Draft {
  return { id, label, type, required, choices: options.join(", "), rest };
}

/** The fields as the API takes them; a new one is named for its question, distinctly. */
export function fieldsOf(drafts: readonly Draft[]): Schemas["NewFormField"][] {
  const taken = new Set(drafts.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return drafts.map((draft) => {
    const { label, type, required, rest } = draft;
    const id = draft.id ?? nameFor(label, taken);
    taken.add(id);
    return {
      ...rest,
      id,
      label,
      type,
      required,
      ...(hasChoices(draft) ? { options: choicesOf(draft) } : {}),
    };
  });
}

const choicesOf = ({ choices }: Draft): string[] =>
  choices
    .split(",")
    .map((choice) => choice.trim())
    .filter((choice) => choice !== "");

const LONGEST = 50;

/** A name as fields have them: What is your age? is what_is_your_age. */
function nameFor(label: string, taken: ReadonlySet<string>): string {
  const words =
    label
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name =
    words
      .join("_")
      .replace(/^[^a-z]+/, "")
      .slice(0, LONGEST) || "field";
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? name : `${name}_${n}`;
    if (!taken.has(one)) return one;
  }
}

/** The drafts with one of them moved by a step. */
export function moved(drafts: readonly Draft[], from: number, to: number): Draft[] {
  const all = [...drafts];
  const [draft] = all.splice(from, 1);
  if (draft !== undefined) all.splice(to, 0, draft);
  return all;
}
