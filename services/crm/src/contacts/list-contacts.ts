import { resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { contactList } from "./list-statement.ts";

/** Answers one page of the team's contacts; its JSON is PostgreSQL's, passed through. */
export const listContacts: Handler<"ListContacts"> = async ({ query }, call) => ({
  body: await resourcePage(contactList(call.caller.team_id, query), query, call),
});
