import type { Schemas } from "../api.ts";
import type { Kinds } from "../parts/draft-field.tsx";
import type { Draft } from "../parts/drafts.ts";
import { NO_TOKENS, tokensOf } from "../parts/tokens.ts";
import { nameFor } from "../parts/naming.ts";
import { FIELD_TYPES } from "../words/forms.ts";

type Type = Schemas["FormField"]["type"];

/** A field as it is being written. */
export interface FieldDraft extends Draft<Type> {
  /** Members of a field that this page does not show; they stay unchanged. */
  rest: Partial<Schemas["FormFieldCreate"]>;
}

export const KINDS: Kinds<Type> = { words: FIELD_TYPES, withChoices: ["single_choice", "multi_choice"] };

export const NEW_DRAFT: FieldDraft = {
  label: "",
  type: "short_text",
  required: false,
  choices: NO_TOKENS,
  rest: {},
};

/** A field of the form as a draft. */
export function draftOf({ id, label, type, required, options, ...rest }: Schemas["FormField"]): FieldDraft {
  return { id, label, type, required, choices: { ...NO_TOKENS, words: options ?? [] }, rest };
}

/** The fields as the API takes them; a new one is named for its question, distinctly. */
export function fieldsOf(drafts: readonly FieldDraft[]): Schemas["FormFieldCreate"][] {
  const taken = new Set(drafts.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return drafts.map((draft) => {
    const { label, type, required, rest } = draft;
    const id = draft.id ?? nameFor(label, taken, "field");
    taken.add(id);
    return {
      ...rest,
      id,
      label,
      type,
      required,
      ...(KINDS.withChoices.includes(type) ? { options: tokensOf(draft.choices) } : {}),
    };
  });
}
