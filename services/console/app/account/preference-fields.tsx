import { FieldError, Input, Label, Text, TextField } from "react-aria-components";
import { Select } from "../parts/select.tsx";
import type { Preferences } from "../preferences/browser-copy.ts";
import type { Member } from "../preferences/draft.ts";
import { localeNames } from "../preferences/locales.ts";
import { PREFERENCES } from "../words/preferences.ts";

interface PreferenceFieldsOf {
  is: Pick<Preferences, Member>;
  /** Faults of the name. */
  faults: readonly string[];
  onChange: <M extends Member>(member: M, value: Preferences[M]) => void;
}

const NAME_MAX = 200;

/** The fields of the preferences. */
export function PreferenceFields({ is, faults, onChange }: PreferenceFieldsOf) {
  return (
    <>
      <NameField is={is.name} faults={faults} onName={(name) => onChange("name", name)} />
      <Select
        label={PREFERENCES.locale}
        of={{ "": PREFERENCES.byBrowser, ...localeNames("en", is.locale) }}
        is={is.locale ?? ""}
        onChange={(locale) => onChange("locale", locale === "" ? null : locale)}
      />
      <Select
        label={PREFERENCES.theme}
        of={PREFERENCES.themes}
        is={is.theme}
        onChange={(theme) => onChange("theme", theme)}
      />
      <Select
        label={PREFERENCES.density}
        of={PREFERENCES.densities}
        is={is.density}
        onChange={(density) => onChange("density", density)}
      />
      <p className="aside">{PREFERENCES.densityHelp}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={is.single_keys}
          onChange={({ target }) => onChange("single_keys", target.checked)}
        />
        {PREFERENCES.singleKeys}
      </label>
    </>
  );
}

interface NameFieldOf {
  is: string | null;
  faults: readonly string[];
  onName: (name: string | null) => void;
}

/** The name, which the field stores as null if it is empty. */
function NameField({ is, faults, onName }: NameFieldOf) {
  return (
    <TextField
      value={is ?? ""}
      maxLength={NAME_MAX}
      autoComplete="name"
      isInvalid={faults.length > 0}
      onChange={(name) => onName(name === "" ? null : name)}
    >
      <Label>{PREFERENCES.name}</Label>
      <Input />
      <Text slot="description" className="aside">
        {PREFERENCES.nameHelp}
      </Text>
      <FieldError>{faults.join(" ")}</FieldError>
    </TextField>
  );
}
