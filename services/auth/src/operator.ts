import type { Row, Statement } from "@jst/db";

/** Runs statements for the operator: SystemDatabase, or a transaction of it. */
export interface Operator {
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
}
