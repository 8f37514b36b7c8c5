import { notFound } from "@jst/errors";
import type { InternalHandler } from "../../gen/rpc.ts";
import { modulesOf } from "../teams/modules.ts";
import { findTeamSettings } from "./queries.ts";

/** What a service must know of a team where no token tells: who opens an address that was handed out has none. */
export const findTeam: InternalHandler<"FindTeam"> = async ({ team_id }, { deps }) => {
  const settings = await findTeamSettings(deps.operator, team_id);
  if (settings === undefined) throw notFound();
  const modules = Object.entries(modulesOf(settings)).filter(([, isOn]) => isOn);
  return { body: { modules: modules.map(([key]) => key) } };
};
