interface SeveralOf {
  label: string;
  /** Labels of each value. */
  of: Readonly<Record<string, string>>;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Values by what they belong to; every value is in one group. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Label of a box that is checked if none is chosen, where that has a meaning of its own. */
  none?: string;
  /** Label of a box that chooses all. */
  all?: string;
  help?: string;
}

/** Some of some values; those that stay keep their order. */
export function Several({ label, of, chosen, onChange, groups, none, all, help }: SeveralOf) {
  const boxes = (values: readonly string[]) =>
    values.map((value) => (
      <Box
        key={value}
        label={of[value] ?? value}
        is={chosen.includes(value)}
        onChange={(is) => onChange(is ? [...chosen, value] : chosen.filter((one) => one !== value))}
      />
    ));
  const values = Object.keys(of);
  const hasAll = values.every((value) => chosen.includes(value));
  return (
    <fieldset>
      <legend>{label}</legend>
      {none !== undefined && <Box label={none} is={chosen.length === 0} onChange={() => onChange([])} />}
      {all !== undefined && <Box label={all} is={hasAll} onChange={(is) => onChange(is ? values : [])} />}
      {groups === undefined
        ? boxes(values)
        : Object.entries(groups).map(([name, group]) => (
            <fieldset key={name} className="group">
              <legend>{name}</legend>
              {boxes(group)}
            </fieldset>
          ))}
      {help !== undefined && <p className="aside">{help}</p>}
    </fieldset>
  );
}

function Box({ label, is, onChange }: { label: string; is: boolean; onChange: (is: boolean) => void }) {
  return (
    <label>
      <input type="checkbox" checked={is} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
