import { fieldsOf, resourcePage, sortText, type ResourceList } from "@jst/query";
import type { Handler, ListMembersQuery } from "../../gen/rpc.ts";
import { MEMBER } from "./queries.ts";

const fields = fieldsOf(
  { name: "name", kind: "text", sql: "t.name", sort: sortText("t.name") },
  { name: "email", kind: "text", sql: "t.email", sort: sortText("t.email"), notNull: true },
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

const memberList = (teamId: string): ResourceList<ListMembersQuery> => ({
  plural: "members",
  route: "auth.v1.Members/ListMembers",
  from: "auth.members t",
  item: MEMBER,
  fields,
  texts: ["t.name", "t.email"],
  where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`, "t.removed_at is null"],
  filters: { role: (role, params) => `t.role = ${params.add(role, "text")}` },
});

/** Answers the members of the caller's team, those that are suspended too; nobody of another team. */
export const listMembers: Handler<"ListMembers"> = async ({ query }, call) => ({
  body: await resourcePage(memberList(call.caller.team_id), query, call),
});
