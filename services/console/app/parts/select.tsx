interface SelectOf<V extends string> {
  label: string;
  /** Labels of each value. */
  of: Readonly<Partial<Record<V, string>>>;
  is: V;
  onChange: (value: V) => void;
}

/** One of some values, with its label. */
export function Select<V extends string>({ label, of, is, onChange }: SelectOf<V>) {
  return (
    <label>
      {label}
      <select value={is} onChange={({ target }) => onChange(target.value as V)}>
        <Options of={of} />
      </select>
    </label>
  );
}

/** One of some values in a cell of a table, whose head is the label that is seen. */
export function NamedSelect<V extends string>({ label, of, is, onChange }: SelectOf<V>) {
  return (
    <select aria-label={label} value={is} onChange={({ target }) => onChange(target.value as V)}>
      <Options of={of} />
    </select>
  );
}

function Options<V extends string>({ of }: Pick<SelectOf<V>, "of">) {
  return (Object.entries(of) as [V, string][]).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
