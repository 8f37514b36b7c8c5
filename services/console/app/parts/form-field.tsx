import type { HTMLAttributes } from "react";
import { FieldError, Input, Label, Text, TextArea, TextField } from "react-aria-components";
import { PARTS } from "../words/parts.ts";
import { ContactChoice } from "./contact-choice.tsx";
import { formOf, hasLines, readField, type AnyField } from "./fields.ts";
import { recheck } from "./recheck.ts";
import { TokenField } from "./token-field.tsx";

const LONG_ROWS = 5;

interface FormFieldOf {
  field: AnyField;
  was?: unknown;
  /** Whether the API found a fault with it. Its message goes once the field is left, and its place stays. */
  isFaulty: boolean;
}

/** A field of a form with its label, what it means, and what is wrong with it. */
export function FormField({ field, was, isFaulty }: FormFieldOf) {
  const { name, kind, label, help } = field;
  if (kind === "check")
    return (
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={was === true} />
        {label}
      </label>
    );
  if (kind === "own" || kind === "list") return field.shows?.() ?? null;
  if (kind === "contact") return <ContactChoice name={name} />;
  if (kind === "choice") return <ChoiceField field={field} was={was} />;
  if (kind === "words") return <TokenField name={name} label={label} was={wordsIn(was)} help={help} />;
  return <WrittenField field={field} was={was} isFaulty={isFaulty} />;
}

const wordsIn = (was: unknown): readonly string[] =>
  Array.isArray(was) ? (was as unknown[]).filter((one) => typeof one === "string") : [];

/** One of some values. A value that is no longer among them can stay. */
function ChoiceField({ field, was }: Pick<FormFieldOf, "field" | "was">) {
  const { name, label, isRequired = false, choices = {} } = field;
  const began = formOf(field).begins(was);
  const all = began === "" || Object.hasOwn(choices, began) ? choices : { ...choices, [began]: began };
  return (
    <label>
      {label}
      <select name={name} defaultValue={began} required={isRequired}>
        {!isRequired && <option value="">{PARTS.noChoice}</option>}
        {Object.entries(all).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Keyboards of telephones by kinds. An input of such a type of HTML drops what it cannot read. */
export const KEYBOARDS: Partial<Record<AnyField["kind"], HTMLAttributes<HTMLInputElement>["inputMode"]>> = {
  number: "decimal",
  email: "email",
  tel: "tel",
  url: "url",
};

/** A field in which a text is written, and read as its value. */
function WrittenField({ field, was, isFaulty }: FormFieldOf) {
  const { name, kind, label, isRequired = false, help } = field;
  const began = formOf(field).begins(was);
  const inputMode = KEYBOARDS[kind];
  return (
    <TextField
      name={name}
      defaultValue={began}
      isRequired={isRequired}
      validate={(text) => readField(field, was, text)?.fault?.message}
    >
      <Label>{label}</Label>
      {kind === "long" || hasLines(began) ? (
        <TextArea rows={LONG_ROWS} onInput={recheck} />
      ) : (
        <Input type="text" onInput={recheck} {...(inputMode === undefined ? {} : { inputMode })} />
      )}
      {help !== undefined && (
        <Text slot="description" className="aside">
          {help}
        </Text>
      )}
      <div className={isFaulty || isRead(field) ? "fault" : ""}>
        <FieldError />
      </div>
    </TextField>
  );
}

/** Whether some texts of the field cannot be read. */
const isRead = ({ form, kind }: AnyField): boolean =>
  form !== undefined || ["number", "date", "url"].includes(kind);
