import { notFound } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { teamConfig } from "../config/team-config.ts";
import { modulesOf } from "../teams/modules.ts";
import * as queries from "./queries.ts";

/** Finds the facts of a team for a request without a token: a page, or an address that others call. */
export const findTeam: InternalHandler<"FindTeam"> = async (named, { deps }) => {
  const team = await queries.findTeam(deps.operator, named);
  if (team === undefined) throw notFound();
  const { team_id, slug, timezone, settings } = team;
  const modules = Object.entries(modulesOf(settings)).filter(([, isOn]) => isOn);
  const keys = modules.map(([key]) => key);
  const { brand, country } = teamConfig(team);
  return {
    body: { team_id, slug, modules: keys, brand, timezone, ...(country === null ? {} : { country }) },
  };
};
