interface SeveralOf {
  label: string;
  /** Labels of each value. */
  of: Readonly<Record<string, string>>;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Some of some values; those that stay keep their order. */
export function Several({ label, of, chosen, onChange }: SeveralOf) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {Object.entries(of).map(([value, text]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
