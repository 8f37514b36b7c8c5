import type { InternalHandler } from "../../gen/rpc.ts";
import { findTeamsAfter } from "./queries.ts";

/** The teams that live, after the one named, in the order of their slugs. */
export const listTeams: InternalHandler<"ListTeams"> = async ({ after }, { deps }) => ({
  body: await findTeamsAfter(deps.operator, after ?? ""),
});
