import { formHtml, html, TRAP, type Button, type Field, type Html, type SentForm } from "@jst/pages";
import { isEmail } from "@jst/values/email";
import type { Buyer } from "../payers/payers.ts";

const NAME_MAX = 200;
const EMAIL_MAX = 254;

/** Values of a refused form, with its faults. */
export interface RefusedForm {
  status: number;
  /** Fault of the whole form. */
  fault?: string;
  /** Fault of the buyer's address. */
  emailFault?: string;
  sent?: SentForm;
}

/** The buttons with which something is paid, and who pays where nobody has said so. */
export function payFormHtml(
  path: string,
  buttons: readonly Button[],
  { asksBuyer, refused }: { asksBuyer: boolean; refused: RefusedForm | undefined },
): Html {
  const fields = asksBuyer ? buyerFields(refused) : [];
  const faults = refused?.fault === undefined ? [] : [{ message: refused.fault }];
  return buttons.length === 0
    ? html`${faults.map(({ message }) => html`<p class="error" role="alert">${message}</p>\n`)}`
    : formHtml({ action: path, fields, button: buttons }, faults);
}

function buyerFields(refused: RefusedForm | undefined): Field[] {
  const values = (name: string) => refused?.sent?.get(name) ?? [];
  return [
    {
      name: "email",
      label: "E-mail",
      control: { kind: "line", type: "email" },
      isRequired: true,
      autocomplete: "email",
      values: values("email"),
      error: refused?.emailFault,
    },
    {
      name: "name",
      label: "Name",
      control: { kind: "line", type: "text" },
      autocomplete: "name",
      values: values("name"),
    },
  ];
}

/** Reads the buyer; a sentence if the form names none. */
export function buyerIn(form: SentForm): Buyer | string {
  const text = (name: string) => (form.get(name)?.[0] ?? "").replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const [email, name] = [text("email"), text("name")];
  if (email === "") return "This field needs an answer.";
  if (!isEmail(email) || email.length > EMAIL_MAX) return "Must be an e-mail address.";
  return { email, name: Array.from(name).slice(0, NAME_MAX).join("") };
}

/** Only a program fills the trap (pages.trap). */
export const isTrapped = (form: SentForm): boolean => form.get(TRAP)?.some((value) => value !== "") === true;

/** The one button that was pressed; empty where it is none of one. */
export function pressedIn(form: SentForm): string {
  const [action = "", ...more] = form.get("action") ?? [];
  return more.length === 0 ? action : "";
}
