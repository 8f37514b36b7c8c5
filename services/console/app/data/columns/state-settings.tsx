import { Select } from "../../parts/select.tsx";
import { Several } from "../../parts/several.tsx";
import { STATES } from "../../words/columns.ts";
import type { ChoiceFaults } from "./choice-faults.ts";
import { ChoiceList } from "./choice-list.tsx";
import { following, type ColumnDraft } from "./column-draft.ts";

interface StateSettingsOf {
  draft: ColumnDraft;
  faults: ChoiceFaults;
  onChange: (change: Partial<ColumnDraft>) => void;
}

/** The states of a column, which one a new row has, and which may follow each. */
export function StateSettings({ draft, faults, onChange }: StateSettingsOf) {
  const { choices, initial, isOrdered, follows } = draft;
  const names = Object.fromEntries(choices.map(({ key, name }) => [key, name]));
  return (
    <>
      <ChoiceList
        words={STATES}
        {...{ choices, faults }}
        onChange={(changed) => onChange({ choices: changed })}
      />
      {choices.length > 0 && (
        <Select
          label={STATES.initial}
          of={names}
          is={Object.hasOwn(names, initial) ? initial : (choices[0]?.key ?? "")}
          onChange={(key) => onChange({ initial: key })}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={isOrdered}
          onChange={({ target }) => onChange(ordered(draft, target.checked))}
        />
        {STATES.ordered}
      </label>
      {isOrdered &&
        choices.map(({ key, name }) => {
          const others = Object.fromEntries(Object.entries(names).filter(([other]) => other !== key));
          const chosen = following(draft, key);
          return (
            <Several
              key={key}
              label={STATES.after(name)}
              of={others}
              chosen={chosen}
              onChange={(next) => onChange({ follows: { ...follows, [key]: next } })}
            />
          );
        })}
    </>
  );
}

/** States that begin to be ordered follow each other, until somebody says otherwise. */
function ordered({ choices, follows }: ColumnDraft, isOrdered: boolean): Partial<ColumnDraft> {
  if (!isOrdered || Object.keys(follows).length > 0) return { isOrdered };
  const chain = choices.flatMap(({ key }, index) => {
    const next = choices[index + 1];
    return next === undefined ? [] : [[key, [next.key]] as const];
  });
  return { isOrdered, follows: Object.fromEntries(chain) };
}
