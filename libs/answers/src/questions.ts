import type { Control, Field } from "@jst/pages";
import type { AskedField } from "./field.ts";
import { boundsOf } from "./field-types.ts";

const line = (type: Extract<Control, { kind: "line" }>["type"]): Control => ({ kind: "line", type });
const decimal: Control = { kind: "line", type: "text", inputMode: "decimal" };

/** Two answers and none: a lone box could not say no. */
const yesOrNo: Control = {
  kind: "one",
  options: [
    { value: "true", label: "Yes" },
    { value: "false", label: "No" },
  ],
};

/** Autocomplete tokens of a browser, by the member of a contact that an answer fills. */
const known: Readonly<Record<string, string>> = {
  email: "email",
  phone: "tel",
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
};

/** A field as the page asks for it. */
export function questionOf(
  field: AskedField,
  {
    values,
    error,
    isRequired,
  }: { values: readonly string[] | undefined; error: string | undefined; isRequired: boolean },
): Field {
  const { id, label, help, maps_to: target } = field;
  const autocomplete = known[target ?? ""];
  return { name: id, label, help, control: controlOf(field), values, error, isRequired, autocomplete };
}

function controlOf(field: AskedField): Control {
  const options = (field.options ?? []).map((value) => ({ value, label: value }));
  switch (field.type) {
    case "email":
    case "url":
    case "date":
    case "time":
      return line(field.type);
    case "phone":
      return line("tel");
    case "number":
      return decimal;
    case "long_text":
      return { kind: "lines" };
    case "boolean":
      return yesOrNo;
    case "consent":
      return { kind: "box" };
    case "single_choice":
      return { kind: "one", options };
    case "multi_choice":
      return { kind: "several", options };
    case "rating":
      return { kind: "one", options: ratings(field) };
    case "short_text":
    case "hidden":
    case "file":
    case "section":
      return line("text");
  }
}

function ratings(field: AskedField): { value: string; label: string }[] {
  const { least, most } = boundsOf(field);
  return Array.from({ length: most - least + 1 }, (_, place) => String(least + place)).map((value) => ({
    value,
    label: value,
  }));
}
