import { Button } from "react-aria-components";
import { BUILDER } from "../words/forms.ts";
import type { Draft } from "./drafts.ts";
import { Select } from "./select.tsx";
import { TextInput } from "./text-input.tsx";

/** Kinds of answers that may be asked for. */
export interface Kinds<T extends string> {
  words: Readonly<Record<T, string>>;
  /** Those whose answers are chosen. */
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
      {mayWrite && <Moves {...field} />}
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
        <TextInput
          label={BUILDER.options}
          required
          is={draft.choices}
          onText={(choices) => onChange({ ...draft, choices })}
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

/** A field moves by buttons, which a keyboard reaches. */
function Moves({
  index,
  isLast,
  onMove,
  onRemove,
}: Pick<DraftFieldOf<string>, "index" | "isLast" | "onMove" | "onRemove">) {
  const n = index + 1;
  return (
    <div className="actions">
      <Button aria-label={BUILDER.up(n)} isDisabled={index === 0} onPress={() => onMove(index - 1)}>
        {BUILDER.upSign}
      </Button>
      <Button aria-label={BUILDER.down(n)} isDisabled={isLast} onPress={() => onMove(index + 1)}>
        {BUILDER.downSign}
      </Button>
      <Button aria-label={BUILDER.remove(n)} className="danger" onPress={onRemove}>
        {BUILDER.removeSign}
      </Button>
    </div>
  );
}
