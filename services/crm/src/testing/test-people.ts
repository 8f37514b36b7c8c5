import type { Caller } from "@jst/caller";
import { human } from "@jst/testing";

export { anotherToken, human, propose, testTeam, type TestTeam } from "@jst/testing";

/** A member of a team that has forms. */
export function person(teamId: string, role: "admin" | "member"): Caller {
  const caller = human(teamId, role);
  return { ...caller, team: { ...caller.team, modules: { forms: true } } };
}
