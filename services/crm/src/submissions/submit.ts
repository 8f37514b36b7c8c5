import { readAnswers, type Answers } from "@jst/answers";
import type { TeamTx } from "@jst/db";
import { AppError, notFound, validationFailed, type FieldError } from "@jst/errors";
import { publish } from "@jst/events";
import { isSameJson } from "@jst/resource";
import { foldedEmail } from "@jst/values/email";
import type { FormField } from "../../gen/rpc.ts";
import {
  answeredContact,
  completeContact,
  type ContactAnswers,
  type Answering,
} from "../contacts/answered-contact.ts";
import { tellAddresses, tellConsents } from "./given-consents.ts";
import * as queries from "./queries.ts";

/** Answers that are sent to a form. */
export interface SubmissionInput {
  data: Answers;
  contactId?: string | undefined;
  source: string;
  metadata: object;
  /** Live files of the team among those that are answered, in lower case. */
  files?: ReadonlySet<string> | undefined;
  /** Other faults of the input, shown beside refused answers. */
  faults: readonly FieldError[];
  /** Identity of the page; public pages only. */
  page?: SentPage;
}

/** Identity of a public page. */
export interface SentPage {
  /** Version of the form that it showed. */
  version?: number | undefined;
  /** The same where the same page is sent with the same answers. */
  key?: Buffer | undefined;
}

/** A stored submission. */
export interface Submitted {
  id: string;
  slug: string;
  /** As the API shows it. */
  body: string;
  /** Contact, if this write made or completed it. */
  contact?: Answering;
}

/**
 * Stores a submission of the form with this id or slug, its contact and their events: all of it or nothing. Throws
 * not_found, form_closed, validation_failed with every refused answer, then form_already_submitted (forms.refusals).
 */
export async function submit(tx: TeamTx, named: string, sent: SubmissionInput): Promise<Submitted> {
  const form = await queries.lockForm(tx, named);
  if (form === undefined) throw notFound();
  const before = sent.page && (await throughPage(tx, form, sent.page));
  if (before !== undefined) return before;
  if (sent.page === undefined) await requireOpen(tx, form);
  const { fields, settings } = form;
  const byEmail = fields.find(({ maps_to: target }) => target === "email");
  const single = settings.single_submission_by;
  const required = new Set(single === "email" && byEmail !== undefined ? [byEmail.id] : []);
  const { teamId, country } = tx.context;
  const how = { teamId, country, required, files: sent.files };
  const { answers, errors } = await readAnswers(fields, sent.data, how);
  if (errors.length + sent.faults.length > 0) throw validationFailed([...errors, ...sent.faults]);
  const emailKey = keyOf(answers[byEmail?.id ?? ""]);
  if (single === "email" && emailKey !== null)
    await requireFirst(tx, form.id, { column: "email_key", value: emailKey });
  const answered = answeredBy(fields, answers);
  const known =
    sent.contactId === undefined ? undefined : await completeContact(tx, sent.contactId, answered);
  const contact = known ?? (await answeredContact(tx, answered));
  const contactId = contact?.id ?? null;
  if (single === "contact") {
    if (contactId === null) throw validationFailed([needsContact]);
    await requireFirst(tx, form.id, { column: "contact_id", value: contactId });
  }
  const { source, metadata } = sent;
  const draft = { formId: form.id, formVersion: form.version, data: answers, contactId, emailKey };
  const stored = await queries.insertSubmission(tx, {
    ...draft,
    source,
    metadata,
    search: textsOf(answers),
    sentKey: sent.page?.key ?? null,
  });
  publish(tx, { type: "form.submitted", id: stored.id, object: stored.body });
  tellConsents(tx, { form, answers, named: known, body: stored.body });
  tellAddresses(tx, { form, answers, body: stored.body });
  return { ...stored, slug: form.slug, ...(contact === null ? {} : { contact }) };
}

const needsContact: FieldError = {
  field: "contact_id",
  code: "required",
  message:
    "This form accepts one submission for each contact. Send contact_id, or answer a question about the contact, such as the e-mail address.",
};

/** Why a form takes no submission. */
export type ClosedReason = "not_published" | "not_open" | "ended" | "full";

/** Sentences for people. */
export const closedSentences: Readonly<Record<ClosedReason, string>> = {
  not_published: "This form is not published. Contact the team that made it.",
  not_open: "This form is not open yet. Try again later.",
  ended: "This form no longer accepts submissions. Contact the team that published it.",
  full: "This form is full. Contact the team that published it.",
};

/** Why the form takes none, but for how many it has: what it is, then the times (forms.closed). */
export function closedBecause({ status, isEarly, isLate }: queries.OpenForm): ClosedReason | undefined {
  if (status === "draft") return "not_published";
  if (status !== "published") return "ended";
  if (isEarly) return "not_open";
  return isLate ? "ended" : undefined;
}

/** The refusal of a submission to a form that takes none. */
function closed(reason: ClosedReason): AppError {
  return new AppError("form_closed", closedSentences[reason], { extension: { reason } });
}

/** Throws form_closed with the reason: what the form is, then the times, then the count (forms.closed). */
async function requireOpen(tx: TeamTx, form: queries.OpenForm): Promise<void> {
  const reason = closedBecause(form);
  if (reason !== undefined) throw closed(reason);
  const most = form.settings.max_submissions;
  if (most === null) return;
  await queries.takeTurn(tx, form.id, "count");
  if (await queries.hasAtLeast(tx, form.id, most)) throw closed("full");
}

/**
 * Handles a submission through a page: not found if the form is no longer public, version_conflict if it has changed
 * since the page was loaded. Returns the submission that this very page has made before, if any.
 */
async function throughPage(
  tx: TeamTx,
  form: queries.OpenForm,
  { version, key }: SentPage,
): Promise<Submitted | undefined> {
  if (!form.settings.public) throw notFound();
  if (key !== undefined) {
    await queries.takeTurn(tx, form.id, key.toString("base64url"));
    const before = await queries.findSent(tx, form.id, key);
    if (before !== undefined) return { ...before, slug: form.slug };
  }
  await requireOpen(tx, form);
  if (version === undefined || version === form.version) return undefined;
  const shown = await queries.fieldsAt(tx, form.id, version);
  if (!isSameJson(shown, form.fields))
    throw new AppError(
      "version_conflict",
      "The form was changed after this page was loaded. Reload the page.",
    );
  return undefined;
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
      "You already submitted this form, and it accepts one submission for each person. No further step is needed.",
    );
}

/** An e-mail address in the one spelling by which submissions are compared. */
function keyOf(email: unknown): string | null {
  return typeof email === "string" ? foldedEmail(email.normalize("NFKC").trim()) : null;
}

/** Returns the members of a contact that the answers contain. */
function answeredBy(fields: readonly FormField[], answers: Answers): ContactAnswers {
  const mapped = fields.flatMap(({ id, maps_to: target }): [string, unknown][] =>
    target === undefined || !Object.hasOwn(answers, id) ? [] : [[target, answers[id]]],
  );
  const custom = mapped
    .filter(([target]) => target.startsWith("custom."))
    .map(([target, value]) => [target.slice("custom.".length), value]);
  return {
    // A name with a dot is not a member: the team's own ones, and consents.
    ...Object.fromEntries(mapped.filter(([target]) => !target.includes("."))),
    ...(custom.length === 0 ? {} : { custom: Object.fromEntries(custom) as Record<string, unknown> }),
  };
}

/** Returns the texts that `q` searches: texts, and texts of lists. */
function textsOf(answers: Answers): string {
  return Object.values(answers)
    .flat()
    .filter((value) => typeof value === "string")
    .join("\n");
}
