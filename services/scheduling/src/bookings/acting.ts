import type { TeamContext } from "@jst/db";
import type { Deps } from "../deps.ts";

/** Caller in whose name a booking is made, moved or cancelled; a page acts as the platform. */
export interface BookingActor {
  caller: { team_id: string; team: { timezone: string } };
  context: TeamContext;
  deps: Pick<Deps, "teller">;
}
