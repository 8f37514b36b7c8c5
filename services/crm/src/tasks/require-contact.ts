import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { isLiveContact } from "./queries.ts";

/** Refuses a contact that the team does not have, or has archived: 422 at contact_id. */
export async function requireContact(tx: TeamTx, id: string | null): Promise<void> {
  if (id === null || (await isLiveContact(tx, id))) return;
  const message = "The team has no contact with this id.";
  throw validationFailed([{ field: "contact_id", code: "not_found", message }]);
}
