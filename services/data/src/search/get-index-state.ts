import { platformContext } from "@jst/rpc";
import { indexState, type Query } from "@jst/search";
import type { InternalHandler } from "../../gen/rpc.ts";
import { searchSources } from "./sources.ts";

/** How much of a team can be found, and what is still to be walked through (context.progress). */
export const getIndexState: InternalHandler<"GetIndexState"> = async ({ team_id }, call) => {
  const context = platformContext(team_id, call);
  const query: Query = (statement) => call.deps.database.read(context, statement);
  return { body: { ...(await indexState(query, searchSources, context.teamId)) } };
};
