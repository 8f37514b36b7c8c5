interface SeveralOf {
  label: string;
  /** Labels of each value. */
  of: Readonly<Record<string, string>>;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Label of a box that is checked if none is chosen, where that has a meaning of its own. */
  none?: string;
  help?: string;
  /** Whether the first box has the focus. */
  isFocused?: boolean;
}

/** Some of some values; those that stay keep their order. */
export function Several({ label, of, chosen, onChange, none, help, isFocused = false }: SeveralOf) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {none !== undefined && <Box label={none} is={chosen.length === 0} onChange={() => onChange([])} />}
      {Object.entries(of).map(([value, text], index) => (
        <Box
          key={value}
          label={text}
          is={chosen.includes(value)}
          isFocused={isFocused && index === 0}
          onChange={(is) => onChange(is ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      ))}
      {help !== undefined && <p className="aside">{help}</p>}
    </fieldset>
  );
}

interface BoxOf {
  label: string;
  is: boolean;
  isFocused?: boolean;
  onChange: (is: boolean) => void;
}

function Box({ label, is, isFocused = false, onChange }: BoxOf) {
  return (
    <label>
      <input
        type="checkbox"
        autoFocus={isFocused}
        checked={is}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
