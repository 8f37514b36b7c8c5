import type { InternalHandler } from "../../gen/rpc.ts";
import { findTeam } from "../operator/queries.ts";
import { liveRules, writtenRules } from "./written-rules.ts";

/** Answers the rules of a team in the order in which they are tried, as replaceRules takes them (rules.operator). */
export const showRules: InternalHandler<"ShowRules"> = async ({ team }, { deps: { operator } }) => {
  const teamId = await findTeam(operator, team);
  return { body: { rules: writtenRules(await liveRules(operator, teamId)) } };
};
