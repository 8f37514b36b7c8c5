import type { Answers } from "@jst/answers";
import type { TeamTx } from "@jst/db";
import { publishFact, type GivenConsent } from "@jst/events";
import type { FormField, Submission } from "../../gen/rpc.ts";
import type { OpenForm } from "./queries.ts";

/** Addresses of a person. */
interface Reached {
  email?: string | null;
  phone?: string | null;
}

/** A submission that was stored, as far as it tells what somebody has agreed to. */
interface Agreeing {
  form: OpenForm;
  answers: Answers;
  /** The contact that `contact_id` names; nothing is taken of one that was found by its address. */
  named: Reached | undefined;
  /** As the API shows it. */
  body: string;
}

/** Parts of `maps_to` of a field that asks for consent, such as consent.email.marketing. */
type ConsentTarget = ["consent", GivenConsent["channel"], GivenConsent["purpose"]];

/**
 * Tells consent.given for each consent that was answered with true, in the submission's transaction (forms.consents).
 * The address is the answered one, else the one of the contact that was named; without one nothing is told.
 */
export function tellConsents(tx: TeamTx, { form, answers, named, body }: Agreeing): void {
  const given = form.fields.filter(
    ({ id, type, maps_to: target }) =>
      type === "consent" && target?.startsWith("consent.") === true && answers[id] === true,
  );
  if (given.length === 0) return;
  const { id, form_version, submitted_at: at } = JSON.parse(body) as Submission;
  for (const field of given) {
    const [, channel, purpose] = (field.maps_to ?? "").split(".") as ConsentTarget;
    const kind = channel === "email" ? "email" : "phone";
    const address = answeredTo(form.fields, kind, answers) ?? named?.[kind] ?? null;
    if (address === null) continue;
    const evidence = { submission_id: id, form_id: form.id, form_version, field_id: field.id };
    const said = { basis: "form", source: `form ${form.slug}`, evidence, at };
    publishFact(tx, {
      from: "crm",
      type: "consent.given",
      id,
      data: { address, channel, purpose, ...said },
    });
  }
}

function answeredTo(fields: readonly FormField[], target: string, answers: Answers): string | undefined {
  const field = fields.find(({ maps_to: mapped }) => mapped === target);
  return field === undefined ? undefined : (answers[field.id] as string | undefined);
}

/**
 * Publishes address.given in the submission's transaction: the form was answered by somebody who can be reached
 * (comms.given-address). It leaves out channels for which the form asks consent and none was given.
 */
export function tellAddresses(tx: TeamTx, { form, answers, body }: Omit<Agreeing, "named">): void {
  const addresses = channels.flatMap(([channel, kind]) => {
    const address = answeredTo(form.fields, kind, answers);
    const asked = form.fields.find(({ maps_to: target }) => target === `consent.${channel}.transactional`);
    const isRefused = asked !== undefined && answers[asked.id] !== true;
    return address === undefined || isRefused ? [] : [{ address, channel }];
  });
  if (addresses.length === 0) return;
  const { id, form_version } = JSON.parse(body) as Submission;
  const evidence = { submission_id: id, form_id: form.id, form_version };
  const data = { addresses, basis: "form", source: `form ${form.slug}`, evidence } as const;
  publishFact(tx, { from: "crm", type: "address.given", id, data });
}

/** Kind of answer that says where somebody is reached on each channel. */
const channels = [
  ["email", "email"],
  ["sms", "phone"],
  ["whatsapp", "phone"],
] as const;
