import type { TeamContext } from "@jst/db";
import type { Deps } from "../deps.ts";

/** In whose name a booking is made, moved or cancelled; a call is one, and a page is the platform's. */
export interface Acting {
  caller: { team_id: string; team: { timezone: string } };
  context: TeamContext;
  deps: Pick<Deps, "teller">;
}
