import { pageJson, resourcePage, type ListRow } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { contactList } from "./list-statement.ts";

/** Answers one page of the team's contacts in one statement; its JSON is PostgreSQL's, passed through. */
export const listContacts: Handler<"ListContacts"> = async ({ query }, call) => {
  const { caller, deps } = call;
  const { team_id: teamId, team } = caller;
  const reader = { teamId, timezone: team.timezone, cursors: deps.cursors };
  const { statement, scope } = resourcePage(contactList(teamId, query), query, reader);
  const [page] = await call.read<ListRow>(statement, "custom");
  if (page === undefined) throw new Error("A list statement answers one row.");
  return { body: pageJson("contacts", page, { codec: deps.cursors, scope }) };
};
