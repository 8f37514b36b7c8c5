import type { ReactNode } from "react";
import { Select } from "../../parts/select.tsx";
import { countFault } from "../../parts/reading.ts";
import { ValueField } from "../../parts/value-field.tsx";
import { CHOICES, TYPE_SETTINGS } from "../../words/columns.ts";
import type { ChoiceFaults } from "./choice-faults.ts";
import { ChoiceList } from "./choice-list.tsx";
import type { ColumnDraft, ColumnType } from "./column-draft.ts";
import { RelationSettings } from "./relation-settings.tsx";
import { StateSettings } from "./state-settings.tsx";

interface TypeSettingsOf {
  draft: ColumnDraft;
  isNew: boolean;
  faults: ChoiceFaults;
  onChange: (change: Partial<ColumnDraft>) => void;
}

const PLACES_MAX = 8;
const RATING_MAX = 10;

/** Settings of the column's type, if it has any. */
export function TypeSettings(of: TypeSettingsOf) {
  const Settings = SETTINGS[of.draft.type];
  return Settings === undefined ? null : <Settings {...of} />;
}

const SETTINGS: Partial<Record<ColumnType, (of: TypeSettingsOf) => ReactNode>> = {
  number: ({ draft, onChange }) => (
    <ValueField
      label={TYPE_SETTINGS.precision}
      keyboard="numeric"
      is={draft.precision}
      onText={(precision) => onChange({ precision })}
      faultOf={(text) => countFault(text, 0, PLACES_MAX)}
    />
  ),
  rating: ({ draft, onChange }) => (
    <ValueField
      label={TYPE_SETTINGS.max}
      keyboard="numeric"
      isRequired
      is={draft.max}
      onText={(max) => onChange({ max })}
      faultOf={(text) => countFault(text, 1, RATING_MAX)}
    />
  ),
  currency: ({ draft, onChange }) => (
    <Select
      label={TYPE_SETTINGS.currency}
      of={currencies()}
      is={draft.currency}
      onChange={(currency) => onChange({ currency })}
    />
  ),
  file: ({ draft, onChange }) => (
    <label className="check">
      <input
        type="checkbox"
        checked={draft.multiple}
        onChange={({ target }) => onChange({ multiple: target.checked })}
      />
      {TYPE_SETTINGS.multiple}
    </label>
  ),
  select: ChoiceSettings,
  multi_select: ChoiceSettings,
  state: StateSettings,
  relation: ({ draft, isNew, onChange }) => (
    <RelationSettings
      relation={draft.relation}
      isNew={isNew}
      onChange={(relation) => onChange({ relation })}
    />
  ),
};

function ChoiceSettings({ draft: { choices }, faults, onChange }: TypeSettingsOf) {
  return (
    <ChoiceList
      words={CHOICES}
      {...{ choices, faults }}
      onChange={(changed) => onChange({ choices: changed })}
    />
  );
}

/** Maps each currency code to its label, which starts with the code so that typing the code finds it. */
function currencies(): Record<string, string> {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  const all = Intl.supportedValuesOf("currency");
  return Object.fromEntries(all.map((code) => [code, `${code}, ${names.of(code) ?? code}`]));
}
