import { fieldsOf, resourcePage, type ResourceList } from "@jst/query";
import type { Handler, ListWellnessConsentsQuery } from "../../gen/rpc.ts";
import { CONSENT, STATUS } from "./consent.ts";

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** Returns one page of consents; an unknown contact has none. */
export const listWellnessConsents: Handler<"ListWellnessConsents"> = async ({ query }, call) => {
  const { contact_id: contactId } = query;
  if (contactId !== undefined) call.concerns({ contactId });
  return { body: await resourcePage(consentList(call.caller.team_id), query, call) };
};

const consentList = (teamId: string): ResourceList<ListWellnessConsentsQuery> => ({
  plural: "consents",
  route: "emr.v1.WellnessConsents/ListWellnessConsents",
  from: "emr.consents t",
  item: CONSENT,
  fields,
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
  filters: {
    contact_id: (id, params) => `t.contact_id = ${params.add(id, "uuid")}`,
    status: (status, params) => `${STATUS} = ${params.add(status, "text")}`,
  },
});
