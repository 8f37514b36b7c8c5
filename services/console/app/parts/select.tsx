interface SelectOf<V extends string> {
  label: string;
  /** Labels of each value. */
  of: Readonly<Partial<Record<V, string>>>;
  is: V;
  onChange: (value: V) => void;
}

/** One of some values, with its label. */
export function Select<V extends string>({ label, of, is, onChange }: SelectOf<V>) {
  const values = Object.keys(of) as V[];
  return (
    <label>
      {label}
      <select value={is} onChange={({ target }) => onChange(target.value as V)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {of[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
