import { AppError } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { IS_ACTIVE } from "../wellness-consents/consent.ts";

/** Builds the refusal for missing consent; for a batch it names the places. An unknown contact gets the same. */
export function consentRequired(fields: readonly string[] = []): AppError {
  const message =
    "The contact has not consented to data of this category. Ask the contact; if the contact agrees, record the consent, then send the data again.";
  const errors = fields.map((field) => ({ field, code: "consent_required", message }));
  return new AppError("consent_required", message, errors.length === 0 ? {} : { errors });
}

/** A category of a contact. */
export interface Covered {
  contactId: string;
  category: string;
}

/** Answers the categories that each of these contacts consents to now. */
export async function consentedOf(
  contactIds: readonly string[],
  call: Pick<Call<Deps>, "read" | "caller">,
): Promise<(covered: Covered) => boolean> {
  const rows = await call.read<{ contact_id: string; category: string }>({
    name: "emr.consents.categories",
    text: `select distinct c.contact_id, category from emr.consents c, unnest(c.categories) category
where c.team_id = $1 and c.contact_id = any($2::uuid[]) and ${IS_ACTIVE}`,
    values: [call.caller.team_id, [...new Set(contactIds.map((id) => id.toLowerCase()))]],
  });
  const known = new Set(rows.map(({ contact_id: contact, category }) => `${contact} ${category}`));
  return ({ contactId, category }) => known.has(`${contactId.toLowerCase()} ${category}`);
}
