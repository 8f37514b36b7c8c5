import type { TeamContext } from "@jst/db";
import { notFound } from "@jst/errors";
import { pageContext, findTeam, type PageRequest, type PageTeam } from "@jst/pages";
import type { BookingActor } from "../bookings/acting.ts";
import type { Reader } from "../bookings/require-free.ts";
import type { Deps } from "../deps.ts";

/** The team of a page, and the platform that acts for it: nobody is known behind a page. */
export interface PagesOf {
  team: PageTeam;
  context: TeamContext;
  by: BookingActor;
  /** Reads when no transaction is under way. */
  reader: Reader;
}

/** Finds the team; not_found without one, and for one whose module is off (scheduling.booking-page). */
export async function pagesOf(
  named: { slug: string } | { team_id: string },
  request: PageRequest,
  deps: Deps,
): Promise<PagesOf> {
  const { hop } = request;
  const team = await findTeam(deps.auth, named, hop);
  if (team?.modules.includes("scheduling") !== true) throw notFound();
  const context = pageContext(team, request);
  const { team_id, timezone } = team;
  const reader: Reader = { context, query: (statement) => deps.database.read(context, statement) };
  return { team, context, reader, by: { caller: { team_id, team: { timezone } }, context, deps } };
}
