import { notFound } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { findRules } from "./queries.ts";

/** Answers the enabled approval rules of the team as the database has them, in the order in which they are tried. */
export const getRules: InternalHandler<"GetRules"> = async ({ team_id }, { deps }) => {
  const rules = await findRules(deps.operator, team_id);
  if (rules === undefined) throw notFound();
  return { body: { version: 0, rules: [], ...rules } };
};
