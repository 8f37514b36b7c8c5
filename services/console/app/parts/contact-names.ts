import { answered } from "@jst/client";
import { api } from "../api.ts";
import { PARTS } from "../words/parts.ts";

/** So many ids are asked for at once. */
export const IDS_MAX = 100;

export const contactName = (contact: { display_name: string | null; email: string | null }) =>
  contact.display_name ?? contact.email ?? PARTS.withoutName;

/** Contacts of the ids, IDS_MAX at most, archived ones too. */
export async function contactsOf(ids: readonly string[]) {
  const filter = JSON.stringify({ field: "id", op: "in", value: ids });
  const query = { filter, archived: "all" as const, limit: IDS_MAX };
  return (await answered(api.GET("/api/v1/contacts", { params: { query } }))).contacts;
}
