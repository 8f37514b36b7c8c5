import { BUILDER } from "../words/forms.ts";
import type { Draft } from "./drafts.ts";
import { Moves } from "./moves.tsx";
import { Select } from "./select.tsx";
import { TextInput } from "./text-input.tsx";
import { TokenInput } from "./token-field.tsx";

/** Kinds of answers that may be asked for. */
export interface Kinds<T extends string> {
  words: Readonly<Record<T, string>>;
  /** Types whose answers are chosen. */
  withChoices: readonly T[];
}

interface DraftFieldOf<T extends string> {
  draft: Draft<T>;
  kinds: Kinds<T>;
  index: number;
  isLast: boolean;
  mayWrite: boolean;
  onChange: (draft: Draft<T>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** A question that is being written. */
export function DraftField<T extends string>({ mayWrite, ...field }: DraftFieldOf<T>) {
  return (
    <li className="card">
      <fieldset className="form" disabled={!mayWrite}>
        <legend>{BUILDER.field(field.index + 1)}</legend>
        <Question {...field} />
      </fieldset>
      {mayWrite && <Moves what={BUILDER.one(field.index + 1)} {...field} />}
    </li>
  );
}

const LONGEST = 500;

function Question<T extends string>({
  draft,
  kinds,
  onChange,
}: Pick<DraftFieldOf<T>, "draft" | "kinds" | "onChange">) {
  return (
    <>
      <TextInput
        label={BUILDER.label}
        required
        maxLength={LONGEST}
        is={draft.label}
        onText={(label) => onChange({ ...draft, label })}
      />
      <Select
        label={BUILDER.type}
        of={kinds.words}
        is={draft.type}
        onChange={(type) => onChange({ ...draft, type })}
      />
      {kinds.withChoices.includes(draft.type) && (
        <TokenInput
          label={BUILDER.options}
          isRequired
          is={draft.choices}
          onChange={(choices) => onChange({ ...draft, choices })}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={draft.required}
          onChange={({ target }) => onChange({ ...draft, required: target.checked })}
        />
        {BUILDER.required}
      </label>
    </>
  );
}
