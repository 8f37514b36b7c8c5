import {
  formHtml,
  html,
  TRAP,
  type Button,
  type Field,
  type Html,
  type Page,
  type PageRequest,
  type SentForm,
  type SentOn,
} from "@jst/pages";
import { isEmail } from "@jst/values/email";
import type { Deps } from "../deps.ts";
import type { Buyer, Paying } from "../payers/payers.ts";
import { noteDeclined } from "../providers/attempts.ts";
import type { Provider, Target } from "../providers/provider.ts";
import { receivePayment } from "../providers/receive-payment.ts";
import type { PageOf } from "./page-of.ts";

/** Sentence of a page while a payment takes days. */
export const UNDER_WAY = "A payment is in progress. Its result is not known yet.";

/** A page on which something is paid. */
export interface PayPage {
  place: PageOf;
  buttons: readonly Button[];
  isPayable: boolean;
  /** Somebody has done already what the buttons are for. */
  isDone: boolean;
  /** Address after the payment. */
  doneUrl: string;
  asksBuyer: boolean;
  /** Why nothing is paid here, in a sentence. */
  why: string;
  /** Does what a button says; answers where to go on. */
  press: (action: string, buyer: Buyer | undefined) => Promise<string>;
  show: (refused: RefusedForm) => Page;
}

/** Takes what was pressed: unknown is 422, late 409, what has come about already no fault (commerce.pay-pages). */
export async function pressOn(page: PayPage, form: SentForm): Promise<Page | SentOn> {
  const { place, buttons, isDone, isPayable, asksBuyer } = page;
  if (isTrapped(form)) return { location: place.path };
  const action = pressedIn(form);
  if (!buttons.some(({ value }) => value === action))
    return page.show({ status: 422, fault: "Choose one of the buttons of this page.", sent: form });
  const isRefusing = action === "decline";
  if (isDone && !isRefusing) return { location: page.doneUrl };
  if (!isPayable) return page.show({ status: 409, fault: page.why });
  const buyer = asksBuyer && !isRefusing ? buyerIn(form) : undefined;
  if (typeof buyer === "string") return page.show({ status: 422, emailFault: buyer, sent: form });
  return { location: await page.press(action, buyer) };
}

/** Parts of a page that a provider's button needs. */
export interface ProviderPress {
  place: PageOf;
  provider: Provider;
  target: Omit<Target, "buyer">;
  request: PageRequest;
  deps: Deps;
}

/** Presses a provider's button: answers the page that it sends on to, or that of success, or this one. */
export async function pressProvider(
  { place, provider, target, request, deps }: ProviderPress,
  action: string,
  buyer: Buyer | undefined,
): Promise<string> {
  const pressed = await provider.press(action, { ...target, buyer }, request.hop);
  if (pressed.kind === "sentOn") return pressed.url;
  if (pressed.kind === "underWay") return place.path;
  if (pressed.kind === "declined") {
    await noteDeclined(deps.database, place.context, target);
    return place.path;
  }
  const paying = buyer && (await payingFor(buyer, { place, request, deps }));
  const receiving = { database: deps.database, context: place.context, timezone: place.team.timezone };
  const told = Array.from({ length: pressed.times }, () =>
    receivePayment(receiving, target, pressed.received, paying),
  );
  const outcomes = await Promise.all(told);
  return outcomes.some((outcome) => outcome === "paid" || outcome === "repeated")
    ? target.successUrl
    : place.path;
}

/** The contact of a buyer, who is one from now on. */
export function payingFor(
  buyer: Buyer,
  { place, request, deps }: Pick<ProviderPress, "place" | "request" | "deps">,
): Promise<Paying> {
  return deps.payers.paying({ caller: { team_id: place.team.team_id }, hop: request.hop }, buyer);
}

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

/** Returns the one button that was pressed; empty for an unknown one. */
export function pressedIn(form: SentForm): string {
  const [action = "", ...more] = form.get("action") ?? [];
  return more.length === 0 ? action : "";
}
