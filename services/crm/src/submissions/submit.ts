import type { TeamTx } from "@jst/db";
import { AppError, notFound, validationFailed, type FieldError } from "@jst/errors";
import { publish } from "@jst/events";
import type { FormField } from "../../gen/rpc.ts";
import { answeredContact, completeContact, type Answered } from "../contacts/answered-contact.ts";
import { readAnswers, type Answers } from "../forms/answers.ts";
import * as queries from "./queries.ts";

/** What somebody sends to a form. */
export interface Sent {
  data: Answers;
  contactId?: string | undefined;
  source: string;
  metadata: object;
  /** Live files of the team among those that are answered, in lower case. */
  files?: ReadonlySet<string> | undefined;
  /** What else is wrong with what was sent; told beside the answers that are refused. */
  faults: readonly FieldError[];
}

/** A stored submission. */
export interface Submitted {
  id: string;
  slug: string;
  /** As the API shows it. */
  body: string;
}

/**
 * Stores a submission of the form with this id, its contact and their events: all of it or nothing. Throws not_found,
 * form_closed, validation_failed with every refused answer, then form_already_submitted (forms.refusals).
 */
export async function submit(tx: TeamTx, formId: string, sent: Sent): Promise<Submitted> {
  const form = await queries.holdForm(tx, formId);
  if (form === undefined) throw notFound();
  await requireOpen(tx, form);
  const { fields, settings } = form;
  const byEmail = fields.find(({ maps_to: target }) => target === "email");
  const single = settings.single_submission_by;
  const required = new Set(single === "email" && byEmail !== undefined ? [byEmail.id] : []);
  const { answers, errors } = readAnswers(fields, sent.data, { required, files: sent.files });
  if (errors.length + sent.faults.length > 0) throw validationFailed([...errors, ...sent.faults]);
  const emailKey = keyOf(answers[byEmail?.id ?? ""]);
  if (single === "email" && emailKey !== null)
    await requireFirst(tx, form.id, { column: "email_key", value: emailKey });
  const answered = answeredBy(fields, answers);
  const contactId =
    sent.contactId === undefined
      ? await answeredContact(tx, answered)
      : await completeContact(tx, sent.contactId, answered);
  if (single === "contact") {
    if (contactId === null) throw validationFailed([needsContact]);
    await requireFirst(tx, form.id, { column: "contact_id", value: contactId });
  }
  const { source, metadata } = sent;
  const draft = { formId: form.id, formVersion: form.version, data: answers, contactId, emailKey };
  const stored = await queries.insertSubmission(tx, { ...draft, source, metadata, search: textsOf(answers) });
  publish(tx, { type: "form.submitted", id: stored.id, object: stored.body });
  return { ...stored, slug: form.slug };
}

const needsContact: FieldError = {
  field: "contact_id",
  code: "required",
  message: "The form takes one submission of each contact: name one, or answer what makes one.",
};

/** Throws form_closed with the reason: what the form is, then the times, then the count (forms.closed). */
async function requireOpen(tx: TeamTx, form: queries.OpenForm): Promise<void> {
  const { status, isEarly, isLate, settings } = form;
  if (status === "draft") throw closed("not_published");
  if (status !== "published") throw closed("ended");
  if (isEarly) throw closed("not_open");
  if (isLate) throw closed("ended");
  const most = settings.max_submissions;
  if (most === null) return;
  await queries.takeTurn(tx, form.id, "count");
  if (await queries.hasAtLeast(tx, form.id, most)) throw closed("full");
}

/** Why a form takes no submission. */
export type ClosedReason = "not_published" | "not_open" | "ended" | "full";

const sentences: Readonly<Record<ClosedReason, string>> = {
  not_published: "This form is not published.",
  not_open: "This form is not open yet.",
  ended: "This form does not take submissions any more.",
  full: "This form has as many submissions as it takes.",
};

function closed(reason: ClosedReason): AppError {
  return new AppError("form_closed", sentences[reason], { extension: { reason } });
}

async function requireFirst(
  tx: TeamTx,
  formId: string,
  by: { column: "email_key" | "contact_id"; value: string },
): Promise<void> {
  await queries.takeTurn(tx, formId, by.value);
  if (await queries.hasSubmitted(tx, formId, by))
    throw new AppError(
      "form_already_submitted",
      "The form takes one submission of each, and has this one's.",
    );
}

/** An e-mail address in the one spelling by which submissions are compared. */
function keyOf(email: unknown): string | null {
  return typeof email === "string" ? email.normalize("NFKC").toLowerCase() : null;
}

/** What the answers say of a contact. */
function answeredBy(fields: readonly FormField[], answers: Answers): Answered {
  const mapped = fields.flatMap(({ id, maps_to: target }): [string, unknown][] =>
    target === undefined || !Object.hasOwn(answers, id) ? [] : [[target, answers[id]]],
  );
  const isCustom = ([target]: [string, unknown]) => target.startsWith("custom.");
  const custom = mapped.filter(isCustom).map(([target, value]) => [target.slice("custom.".length), value]);
  return {
    ...Object.fromEntries(mapped.filter((one) => !isCustom(one))),
    ...(custom.length === 0 ? {} : { custom: Object.fromEntries(custom) as Record<string, unknown> }),
  };
}

/** What `q` looks into: texts, and texts of lists. */
function textsOf(answers: Answers): string {
  return Object.values(answers)
    .flat()
    .filter((value) => typeof value === "string")
    .join("\n");
}
