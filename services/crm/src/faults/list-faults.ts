import { platformContext } from "@jst/rpc";
import { indexFaults, type Query } from "@jst/search";
import type { InternalHandler } from "../../gen/rpc.ts";
import { searchSources } from "../search/sources.ts";

/** Contacts that cannot be found as they are, and why (operation.team-status). */
export const listFaults: InternalHandler<"ListFaults"> = async ({ team_id }, call) => {
  const context = platformContext(team_id, call);
  const query: Query = (statement) => call.deps.database.read(context, statement);
  const index = { schema: searchSources.schema, what: "Contacts" };
  return { body: { faults: await indexFaults(query, index, context.teamId) } };
};
