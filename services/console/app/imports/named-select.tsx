interface NamedSelectOf<V extends string> {
  /** Name for those who do not see the column of the table in which it stands. */
  name: string;
  of: Readonly<Partial<Record<V, string>>>;
  is: V;
  onChange: (value: V) => void;
}

/** One of some values in a cell of a table, whose head is the label that is seen. */
export function NamedSelect<V extends string>({ name, of, is, onChange }: NamedSelectOf<V>) {
  return (
    <select aria-label={name} value={is} onChange={({ target }) => onChange(target.value as V)}>
      {(Object.entries(of) as [V, string][]).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
