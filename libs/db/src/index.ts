/** PostgreSQL behind one door: the team transaction. */
export type { PlanMode, Row, Statement, TeamContext, TeamTx } from "./types.ts";
