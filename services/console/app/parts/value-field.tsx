import type { ReactNode } from "react";
import { FieldError, Input, Label, Text, TextArea, TextField } from "react-aria-components";
import { recheck } from "./recheck.ts";

interface ValueFieldOf {
  label: string;
  is: string;
  onText: (text: string) => void;
  /** The fault of a text; undefined for one that can be read. */
  faultOf: (text: string) => string | undefined;
  isRequired?: boolean;
  keyboard?: "decimal" | "numeric" | "text";
  help?: ReactNode;
  /** True for a text of several lines. */
  isLong?: boolean;
}

const LONG_ROWS = 4;

/** A text that the page holds and reads as a value, with its label and its fault. */
export function ValueField(field: ValueFieldOf) {
  const { label, is, onText, faultOf, isRequired = false, keyboard = "text", help, isLong = false } = field;
  return (
    <TextField value={is} onChange={onText} isRequired={isRequired} validate={faultOf}>
      <Label>{label}</Label>
      {isLong ? (
        <TextArea rows={LONG_ROWS} onInput={recheck} />
      ) : (
        <Input type="text" inputMode={keyboard} onInput={recheck} />
      )}
      {help !== undefined && (
        <Text slot="description" className="aside">
          {help}
        </Text>
      )}
      <div className="fault">
        <FieldError />
      </div>
    </TextField>
  );
}
