import { FieldError, Input, Label, Text, TextArea, TextField } from "react-aria-components";
import { PARTS } from "../words/parts.ts";
import { ContactChoice } from "./contact-choice.tsx";
import { textOf, type AnyField } from "./fields.ts";

const LONG_ROWS = 5;

interface FormFieldOf {
  field: AnyField;
  was?: unknown;
  /** Whether the API found a fault with it. Its message goes once the field is left, and its place stays. */
  isFaulty: boolean;
}

/** A field of a form with its label, what it means, and what is wrong with it. */
export function FormField({ field, was, isFaulty }: FormFieldOf) {
  const { name, kind, label, isRequired = false, help, choices = {} } = field;
  if (kind === "check")
    return (
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={was === true} />
        {label}
      </label>
    );
  if (kind === "own" || kind === "list") return field.shows?.() ?? null;
  if (kind === "contact") return <ContactChoice name={name} />;
  if (kind === "choice")
    return (
      <label>
        {label}
        <select name={name} defaultValue={textOf(was)} required={isRequired}>
          {!isRequired && <option value="">{PARTS.noChoice}</option>}
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    );
  const begins = { name, type: typeOf(kind), defaultValue: textOf(was) };
  const said = help ?? (kind === "words" ? PARTS.separated : undefined);
  return (
    <TextField {...begins} isRequired={isRequired} validate={(text) => field.faultOf?.(text)}>
      <Label>{label}</Label>
      {kind === "long" ? (
        <TextArea rows={LONG_ROWS} />
      ) : (
        <Input {...(kind === "number" && { step: "any" })} />
      )}
      {said !== undefined && (
        <Text slot="description" className="aside">
          {said}
        </Text>
      )}
      <div className={isFaulty || field.faultOf !== undefined ? "fault" : ""}>
        <FieldError />
      </div>
    </TextField>
  );
}

const typeOf = (kind: AnyField["kind"]): string => (kind === "long" || kind === "words" ? "text" : kind);
