import type { Row, Statement, TeamContext } from "@jst/db";
import type { Fault } from "../gen/rpc.ts";

/** The team that is asked about, and what reads under it. */
export interface AskedTeam {
  context: TeamContext;
  read: <R extends Row = Row>(statement: Statement) => Promise<R[]>;
}

/** Finds what does not work for a team, with what the handlers of the service work with. */
export type FindFaults<Service> = (team: AskedTeam, deps: Service) => Promise<Fault[]>;

/** Dependencies of the rpc, as call.deps. */
export interface Deps {
  find: (context: TeamContext) => Promise<Fault[]>;
}
