import type { InternalHandler } from "../../gen/rpc.ts";
import { findSlugs } from "./queries.ts";

/** Slugs of the teams that live, after the one named, in their order. */
export const listTeams: InternalHandler<"ListTeams"> = async ({ after }, { deps }) => ({
  body: { slugs: await findSlugs(deps.operator, after ?? "") },
});
