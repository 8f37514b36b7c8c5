import { Button } from "react-aria-components";
import { Select } from "../parts/select.tsx";
import { TextInput } from "../parts/text-input.tsx";
import { ValueField } from "../parts/value-field.tsx";
import { MONEY } from "../words/money.ts";
import { faultIn, hasReason, NEW_LINE, type Amount, type Line } from "./lines.ts";

interface LineFieldsOf {
  lines: readonly Line[];
  currency: string;
  onChange: (lines: readonly Line[]) => void;
}

/** Line items of a document. */
export function LineFields({ lines, currency, onChange }: LineFieldsOf) {
  return (
    <>
      {lines.map((line, index) => (
        <fieldset key={index} className="form line">
          <legend>{MONEY.line(index + 1)}</legend>
          <OneLine
            line={line}
            currency={currency}
            onChange={(changed) => onChange(lines.with(index, changed))}
          />
          {lines.length > 1 && (
            <Button
              aria-label={MONEY.removeLine(index + 1)}
              className="danger"
              onPress={() => onChange(lines.toSpliced(index, 1))}
            >
              {MONEY.remove}
            </Button>
          )}
        </fieldset>
      ))}
      <Button onPress={() => onChange([...lines, NEW_LINE])}>{MONEY.addLine}</Button>
    </>
  );
}

const AMOUNTS: readonly { name: Amount; label: string }[] = [
  { name: "quantity", label: MONEY.quantity },
  { name: "each", label: MONEY.each },
  { name: "taxPercent", label: MONEY.taxPercent },
];

interface OneLineOf {
  line: Line;
  currency: string;
  onChange: (line: Line) => void;
}

function OneLine({ line, currency, onChange }: OneLineOf) {
  return (
    <>
      <TextInput
        label={MONEY.description}
        required
        is={line.description}
        onText={(description) => onChange({ ...line, description })}
      />
      {AMOUNTS.map(({ name, label }) => (
        <ValueField
          // The currency decides how many decimal places there are.
          key={`${name} ${currency}`}
          label={label}
          isRequired
          keyboard="decimal"
          is={line[name]}
          onText={(text) => onChange({ ...line, [name]: text })}
          faultOf={(text) => (text === "" ? undefined : faultIn(name, text, currency))}
        />
      ))}
      <Select
        label={MONEY.category}
        of={MONEY.categories}
        is={line.category}
        onChange={(category) => onChange({ ...line, category })}
      />
      {hasReason(line) && (
        <TextInput
          label={MONEY.reason}
          maxLength={500}
          is={line.reason}
          onText={(reason) => onChange({ ...line, reason })}
        />
      )}
    </>
  );
}
