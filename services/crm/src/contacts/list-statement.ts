import type { ResourceList } from "@jst/query";
import type { ListContactsQuery } from "../../gen/rpc.ts";
import { CONTACT_JSON } from "./contact-json.ts";
import { CONTACT_FIELDS } from "./list-fields.ts";

const ARCHIVED = { false: "c.archived_at is null", true: "c.archived_at is not null", all: "true" } as const;

/** The contacts of a team as this query wants them; without `archived` the live ones. */
export const contactList = (teamId: string, query: ListContactsQuery): ResourceList<ListContactsQuery> => ({
  plural: "contacts",
  route: "crm.v1.Contacts/ListContacts",
  from: "crm.contacts c",
  item: CONTACT_JSON,
  fields: CONTACT_FIELDS,
  texts: "c.search",
  where: (params) => [
    `c.team_id = ${params.add(teamId, "uuid")}`,
    ...(query.archived === undefined ? [ARCHIVED.false] : []),
  ],
  filters: {
    email: (text, params) => `c.email_key = lower(${params.add(text.trim(), "text")})`,
    // In a query a bare `+` is a blank.
    phone: (text, params) => `c.phone = ${params.add(text.replace(" ", "+"), "text")}`,
    external_id: (text, params) => `c.external_id = ${params.add(text, "text")}`,
    tag: (text, params) => `c.tags operator(platform.&&&) ${params.add([text], "text[]")}`,
    owner_id: (text, params) => `c.owner_id = ${params.add(text, "uuid")}`,
    lifecycle_stage: (text, params) => `c.lifecycle_stage = ${params.add(text, "text")}`,
    archived: (which) => ARCHIVED[which],
  },
  count: query.count === "exact",
});
