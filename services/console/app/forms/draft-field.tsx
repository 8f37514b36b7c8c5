import { Button } from "react-aria-components";
import { Select } from "../parts/select.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { BUILDER, FIELD_TYPES } from "../words/forms.ts";
import { hasChoices, type Draft } from "./drafts.ts";

interface DraftFieldOf {
  draft: Draft;
  index: number;
  isLast: boolean;
  mayWrite: boolean;
  onChange: (draft: Draft) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** A field of the builder. */
export function DraftField({ mayWrite, ...field }: DraftFieldOf) {
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

function Question({ draft, onChange }: Pick<DraftFieldOf, "draft" | "onChange">) {
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
        of={FIELD_TYPES}
        is={draft.type}
        onChange={(type) => onChange({ ...draft, type })}
      />
      {hasChoices(draft) && (
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
function Moves({ index, isLast, onMove, onRemove }: Omit<DraftFieldOf, "draft" | "onChange" | "mayWrite">) {
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
