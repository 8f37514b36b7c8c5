import { isUuid, type Call } from "@jst/rpc";
import type { ContactAddress } from "../../gen/internal.ts";
import type { Deps } from "../deps.ts";

/** Returns the live contact of the caller's team; undefined for any other id. Throws unavailable without crm. */
export async function findContact(
  { caller: { team_id }, deps, hop }: Call<Deps>,
  id: string,
): Promise<ContactAddress | undefined> {
  if (!isUuid(id)) return undefined;
  const { contacts } = await deps.crm.findAddresses({ team_id, ids: [id.toLowerCase()] }, hop);
  return contacts[0];
}
