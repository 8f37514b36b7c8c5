import { html, type Content, type Html } from "./html.ts";

/** How somebody answers: a line, several lines, one of a list, several of it, a single box. */
export type Control =
  | {
      kind: "line";
      type: "text" | "email" | "tel" | "url" | "date" | "time" | "password";
      inputMode?: "decimal" | "numeric";
      /** Suggestions of the browser during typing; other texts are valid too. */
      suggestions?: readonly string[];
    }
  | { kind: "lines" }
  | {
      kind: "one";
      options: readonly Option[];
      /** Chosen from a menu, however few there are. */
      isMenu?: boolean;
    }
  | { kind: "several"; options: readonly Option[] }
  | { kind: "box" };

/** Choice of a field. */
export interface Option {
  value: string;
  label: string;
}

/** A question of a page. */
export interface Field {
  name: string;
  label: string;
  control: Control;
  help?: string | undefined;
  isRequired?: boolean | undefined;
  /** Answered or proposed values. */
  values?: readonly string[] | undefined;
  /** Fault of the field. */
  error?: string | undefined;
  /** Autocomplete token of the browser (WCAG 2.2, 1.3.5). */
  autocomplete?: string | undefined;
}

/** Beyond so many, one of a list is chosen from a menu. */
const RADIOS_MAX = 12;
/** Choices of so few characters stand in a row. */
const ROW_CHARS_MAX = 3;
/** Value of a box that is ticked. */
const TICKED = "true";

/** A question with its help and its error, which are read out with it. */
export function fieldHtml(field: Field): Html {
  const { control } = field;
  if (control.kind === "box") return boxHtml(field);
  const isList = control.kind === "one" && control.isMenu !== true && control.options.length <= RADIOS_MAX;
  if (control.kind === "several" || isList) return choicesHtml(field, control);
  const label = html`<label for="${idOf(field)}">${field.label}${mark(field)}</label>`;
  return html`<div class="field">${label}${notes(field)}${inputHtml(field, control)}</div>\n`;
}

/** Id of the element that a link to the question leads to. */
export function idOf({ name }: Pick<Field, "name">): string {
  return `f-${name}`;
}

function inputHtml(field: Field, control: Exclude<Control, { kind: "several" | "box" }>): Html {
  const [value = ""] = field.values ?? [];
  const attributes = html`id="${idOf(field)}" name="${field.name}"${required(field)}${described(field)}${filling(field)}`;
  switch (control.kind) {
    case "line": {
      const mode = control.inputMode !== undefined && html` inputmode="${control.inputMode}"`;
      const { suggestions = [] } = control;
      const list = suggestions.length > 0 && html` list="${idOf(field)}-list"`;
      const offered = suggestions.map((one) => html`<option value="${one}"></option>\n`);
      const datalist = list && html`<datalist id="${idOf(field)}-list">\n${offered}</datalist>`;
      return html`<input type="${control.type}" ${attributes}${mode}${list} value="${value}">${datalist}`;
    }
    case "lines":
      // A browser drops the first line feed.
      return html`<textarea rows="5" ${attributes}>\n${value}</textarea>`;
    case "one": {
      const menu = [{ value: "", label: "Choose one" }, ...control.options].map(
        (option) =>
          html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>\n`,
      );
      return html`<select ${attributes}>\n${menu}</select>`;
    }
  }
}

function choicesHtml(field: Field, control: Extract<Control, { kind: "one" | "several" }>): Html {
  const isOne = control.kind === "one";
  const isOpen = isOne && field.isRequired !== true;
  const options = isOpen ? [...control.options, { value: "", label: "No answer" }] : control.options;
  const { values = [] } = field;
  const chosen = isOpen && values.length === 0 ? [""] : values;
  const choices = options.map(({ value, label }, place) => {
    const id = place === 0 ? idOf(field) : `${idOf(field)}-${place}`;
    const state = html`${chosen.includes(value) && html` checked`}${isOne && required(field)}${invalid(field)}`;
    const input = html`<input type="${isOne ? "radio" : "checkbox"}" id="${id}" name="${field.name}" value="${value}"${state}>`;
    return html`<div class="choice">${input}<label for="${id}">${label}</label></div>\n`;
  });
  const isRow = control.options.every(({ label }) => label.length <= ROW_CHARS_MAX);
  const all = isRow ? html`<div class="row">${choices}</div>` : choices;
  const legend = html`<legend>${field.label}${mark(field)}</legend>`;
  return html`<fieldset class="field"${described({ ...field, error: undefined })}>${legend}${notes(field)}\n${all}</fieldset>\n`;
}

function boxHtml(field: Field): Html {
  const id = idOf(field);
  const state = html`${field.values?.includes(TICKED) === true && html` checked`}${required(field)}${described(field)}`;
  const input = html`<input type="checkbox" id="${id}" name="${field.name}" value="${TICKED}"${state}>`;
  const label = html`<label for="${id}">${field.label}${mark(field)}</label>`;
  return html`<div class="field">${notes(field)}<div class="choice">${input}${label}</div></div>\n`;
}

function mark({ isRequired }: Field): Content {
  return isRequired === true && html` <span class="mark">(required)</span>`;
}

function required({ isRequired }: Field): Content {
  return isRequired === true && html` required`;
}

function notes(field: Field): Content {
  const { help, error } = field;
  const hidden = html`<span class="hidden">Error: </span>`;
  return [
    help !== undefined && html`<p class="help" id="${idOf(field)}-help">${help}</p>`,
    error !== undefined && html`<p class="error" id="${idOf(field)}-error">${hidden}${error}</p>`,
  ];
}

function described(field: Field): Content {
  const ids = [
    ...(field.help === undefined ? [] : [`${idOf(field)}-help`]),
    ...(field.error === undefined ? [] : [`${idOf(field)}-error`]),
  ];
  const says = ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`;
  return [field.error !== undefined && html` aria-invalid="true"`, says];
}

/** Adds the error of a whole group of choices to one of them. */
function invalid(field: Field): Content {
  return field.error !== undefined && html` aria-invalid="true" aria-describedby="${idOf(field)}-error"`;
}

function filling({ autocomplete }: Field): Content {
  return autocomplete !== undefined && html` autocomplete="${autocomplete}"`;
}
