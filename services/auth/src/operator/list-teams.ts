import type { InternalHandler } from "../../gen/rpc.ts";
import { findTeamsAfter } from "./queries.ts";

/** Lists the living teams after the named one, in the order of their slugs. */
export const listTeams: InternalHandler<"ListTeams"> = async ({ after }, { deps }) => ({
  body: await findTeamsAfter(deps.operator, after ?? ""),
});
