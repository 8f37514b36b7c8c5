import type { TeamTx } from "@jst/db";
import { unknownId } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import { isLiveContact } from "./queries.ts";

/** Refuses a contact that the team does not have, or has archived: 422 at contact_id. */
export async function requireContact(tx: TeamTx, id: string | null): Promise<void> {
  if (id === null || (await isLiveContact(tx, id))) return;
  throw validationFailed([unknownId("contact", "contact_id")]);
}
