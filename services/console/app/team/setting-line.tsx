import { Act } from "../parts/act.tsx";
import { Edit } from "../parts/edit.tsx";
import type { Field } from "../parts/fields.ts";
import { choiceWords, settingName, shownSetting, switchWords, TEXTS } from "../words/settings.ts";
import { isDangerous } from "./setting-groups.ts";
import { set, TOUCHES, type Setting } from "./setting.ts";

/** A setting with what it is, and what changes it: a switch, another choice, or a text. */
export function SettingLine({ setting }: { setting: Setting }) {
  const { key, value, choices } = setting;
  const others: readonly (boolean | string)[] =
    typeof value === "boolean" ? [!value] : key in TEXTS ? [] : choices.filter((one) => one !== value);
  return (
    <li>
      <span>
        <strong>{settingName(key)}</strong> <span className="aside">{shownSetting(key, value)}</span>
      </span>
      <span className="actions">
        {key in TEXTS && <Write setting={setting} />}
        {others.map((next, at) => (
          <Change key={at} setting={setting} next={next} />
        ))}
      </span>
    </li>
  );
}

function Change({ setting, next }: { setting: Setting; next: boolean | string }) {
  const { key } = setting;
  return (
    <Act
      words={typeof next === "boolean" ? switchWords(key, !next) : choiceWords(key, next)}
      of={setting}
      isDangerous={isDangerous(key, next)}
      send={(header) => set(setting)({ value: next }, header)}
      touches={TOUCHES}
    />
  );
}

interface SettingValue {
  value: string | null;
}

function Write({ setting }: { setting: Setting }) {
  const { key, value } = setting;
  return (
    <Edit
      of={setting}
      was={{ value }}
      opens={TEXTS[key]?.opens ?? key}
      fields={[fieldOf(setting)]}
      // An unchanged value is sent as it is, because the API refuses a body without a value.
      complete={(written: Partial<SettingValue>) => ({ value: textOf(value), ...written })}
      send={set(setting)}
      touches={TOUCHES}
    />
  );
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

function fieldOf({ key, value, default: initial, choices: listed }: Setting): Field<SettingValue> {
  const { help } = TEXTS[key] ?? {};
  const field = { name: "value", label: settingName(key), ...(help === undefined ? {} : { help }) } as const;
  if (listed.length > 0) {
    const named = Object.fromEntries(listed.map((each) => [each, shownSetting(key, each)]));
    return { ...field, kind: "choice", isRequired: initial !== null, choices: named };
  }
  if (key !== "team.timezone") return { ...field, kind: "text" };
  const zones = new Set([textOf(value) ?? "UTC", "UTC", ...Intl.supportedValuesOf("timeZone")]);
  const choices = Object.fromEntries([...zones].toSorted().map((zone) => [zone, zone.replaceAll("_", " ")]));
  return { ...field, kind: "choice", isRequired: true, choices };
}
