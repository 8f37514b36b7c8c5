import { fieldHtml, idOf, type Field } from "./fields.ts";
import { html, type Content, type Html } from "./html.ts";

/** Name of the trap: no field has it, and only a program fills it. */
export const TRAP = "_hp";

/** A form of a page. */
export interface PageForm {
  /** Path it is sent to. */
  action: string;
  /** Questions, and what stands between them. */
  fields: readonly (Field | Html)[];
  /** Hidden values by name. */
  hidden?: Readonly<Record<string, string>>;
  /** Label of the button; several buttons submit their names. Enter presses the first. */
  button: string | readonly Button[];
  /** `get` shows another page and changes nothing: it has no trap. Where nothing else is said it is `post`. */
  method?: "get" | "post";
  /** Name of the trap field, by default TRAP; false for a form that only a secret opens. */
  trap?: string | false;
}

/** A button whose name and value go along when it is pressed. */
export interface Button {
  name: string;
  value: string;
  label: string;
}

/** A fault that belongs to no question that is shown. */
export interface Fault {
  message: string;
}

/** The form, with every fault named first: a link leads to each question that has one. */
export function formHtml(
  { action, fields, hidden = {}, button, method = "post", trap = TRAP }: PageForm,
  faults: readonly Fault[] = [],
): Html {
  const isQuestion = (one: Field | Html): one is Field => "control" in one;
  const unseen = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  const shown = fields.map((one) => (isQuestion(one) ? fieldHtml(one) : one));
  const form = html`<form method="${method}" action="${action}" novalidate>
${unseen}${shown}${method === "post" && trap !== false && trapHtml(trap)}${buttonsHtml(button)}
</form>
`;
  return html`${summary(fields.filter(isQuestion), faults)}${form}`;
}

function buttonsHtml(button: PageForm["button"]): Html {
  if (typeof button === "string") return html`<button type="submit">${button}</button>`;
  const buttons = button.map(({ name, value, label }, place) => {
    const look = place > 0 && html` class="second"`;
    return html`<button type="submit" name="${name}" value="${value}"${look}>${label}</button>\n`;
  });
  return html`<div class="ways">\n${buttons}</div>`;
}

/** Nobody meets it: not by eye, not by keyboard, not by a reader, and no browser fills it. */
const trapHtml = (
  name: string,
): Html => html`<div class="hidden" aria-hidden="true"><label for="f-${name}">Leave this empty</label
><input type="text" id="f-${name}" name="${name}" tabindex="-1" autocomplete="off"></div>
`;

/** Lists the faults at the top of the form. */
function summary(fields: readonly Field[], faults: readonly Fault[]): Content {
  const wrong = fields.filter(({ error }) => error !== undefined);
  if (wrong.length + faults.length === 0) return undefined;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>Something is not right yet</h2>
<ul>
${faults.map(({ message }) => html`<li>${message}</li>\n`)}
${wrong.map((field) => html`<li><a href="#${idOf(field)}">${field.label}</a>: ${field.error}</li>\n`)}</ul>
</div>
`;
}
