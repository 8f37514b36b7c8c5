import type { Teams } from "@jst/pages";

/** Says of a team whether it may send now: its module comms is on (comms.module). Throws while nobody knows. */
export interface Modules {
  isOn(teamId: string): Promise<boolean>;
}

/** The modules of these teams; one that is gone sends nothing more. */
export function modulesOf(teams: Teams): Modules {
  return { isOn: async (id) => (await teams.find(id))?.modules.includes("comms") === true };
}
