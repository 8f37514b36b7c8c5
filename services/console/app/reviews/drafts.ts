import type { Schemas } from "../api.ts";
import type { Kinds } from "../parts/draft-field.tsx";
import type { Draft } from "../parts/drafts.ts";
import { NO_TOKENS, tokensOf } from "../parts/tokens.ts";
import { QUESTIONS } from "../words/reviews.ts";

type Type = Schemas["PacketItem"]["type"];

/** A question as it is being written. */
export interface ItemDraft extends Draft<Type> {
  section: string | null;
}

export const KINDS: Kinds<Type> = { words: QUESTIONS.kinds, withChoices: ["choice", "multi_choice"] };

export const NEW_ITEM: ItemDraft = {
  label: "",
  type: "text",
  required: false,
  choices: NO_TOKENS,
  section: null,
};

/** A question of the packet as a draft. */
export function draftOf({ id, prompt, type, required, options, section }: Schemas["PacketItem"]): ItemDraft {
  return { id, label: prompt, type, required, choices: { ...NO_TOKENS, words: options ?? [] }, section };
}

/** The questions as the API takes them; one that is there already keeps its id. */
export function itemsOf(drafts: readonly ItemDraft[]): Schemas["ItemRevision"][] {
  return drafts.map((draft) => {
    const { id, label: prompt, type, required, section } = draft;
    return {
      ...(id === undefined ? {} : { id }),
      ...{ section, prompt, type, required },
      ...(KINDS.withChoices.includes(type) ? { options: tokensOf(draft.choices) } : {}),
    };
  });
}
