import { Button } from "react-aria-components";
import { TextInput } from "../parts/text-input.tsx";
import { MONEY } from "../words/money.ts";
import { NEW_LINE, type Line } from "./lines.ts";

interface LineFieldsOf {
  lines: readonly Line[];
  onChange: (lines: readonly Line[]) => void;
}

/** What is sold, line by line. */
export function LineFields({ lines, onChange }: LineFieldsOf) {
  return (
    <>
      {lines.map((line, index) => (
        <fieldset key={index} className="form line">
          <legend>{MONEY.line(index + 1)}</legend>
          <OneLine line={line} onChange={(changed) => onChange(lines.with(index, changed))} />
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

const amount = { type: "number", step: "any", required: true };

function OneLine({ line, onChange }: { line: Line; onChange: (line: Line) => void }) {
  return (
    <>
      <TextInput
        label={MONEY.description}
        required
        is={line.description}
        onText={(description) => onChange({ ...line, description })}
      />
      <TextInput
        label={MONEY.quantity}
        {...amount}
        is={line.quantity}
        onText={(quantity) => onChange({ ...line, quantity })}
      />
      <TextInput
        label={MONEY.each}
        {...amount}
        is={line.each}
        onText={(each) => onChange({ ...line, each })}
      />
      <TextInput
        label={MONEY.taxPercent}
        {...amount}
        is={line.taxPercent}
        onText={(taxPercent) => onChange({ ...line, taxPercent })}
      />
    </>
  );
}
