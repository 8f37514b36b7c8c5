import type { Schemas } from "../api.ts";
import type { Kinds } from "../parts/draft-field.tsx";
import { asChoices, choicesOf, type Draft } from "../parts/drafts.ts";
import { FIELD_TYPES } from "../words/forms.ts";

type Type = Schemas["FormField"]["type"];

/** A field as it is being written. */
export interface FieldDraft extends Draft<Type> {
  /** What this page does not show of a field, which stays as it is. */
  rest: Partial<Schemas["NewFormField"]>;
}

export const KINDS: Kinds<Type> = { words: FIELD_TYPES, withChoices: ["single_choice", "multi_choice"] };

export const NEW_DRAFT: FieldDraft = {
  label: "",
  type: "short_text",
  required: false,
  choices: "",
  rest: {},
};

/** A field of the form as a draft. */
export function draftOf({ id, label, type, required, options, ...rest }: Schemas["FormField"]): FieldDraft {
  return { id, label, type, required, ...asChoices(options), rest };
}

/** The fields as the API takes them; a new one is named for its question, distinctly. */
export function fieldsOf(drafts: readonly FieldDraft[]): Schemas["NewFormField"][] {
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
      ...(KINDS.withChoices.includes(type) ? { options: choicesOf(draft) } : {}),
    };
  });
}

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
