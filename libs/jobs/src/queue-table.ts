import type { Row } from "@jst/db";

/** A job whose next attempt this worker makes. */
export interface ClaimedJob extends Row {
  team_id: string;
  id: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  /** Drawn by the claim; only its holder may record the outcome. */
  lease: string;
}

/** A value of an outcome that the service's own SQL stores. */
export interface OutcomeColumn<Outcome> {
  name: string;
  /** Type of PostgreSQL. */
  type: "text" | "int" | "boolean";
  valueOf: (outcome: Outcome) => unknown;
}

/** A table of jobs, of the shape that README.md shows, and the SQL that is its service's own. */
export interface QueueTable<Outcome> {
  /** As the search path finds it; also the beginning of the names of its statements. */
  name: string;
  /** Column of a job's id, of type uuid. Team and id are the key. */
  id: string;
  /** Column of the line within the team in which a job stands, such as an endpoint; without it a team is one line. */
  lane?: string;
  /** Key of the advisory lock under which claims take turns; every queue of a database has its own. */
  claimLock: number;
  /** SQL that joins something to `line l` so that lines remain whose jobs may be done now; all of them without it. */
  open?: string;
  /** Further columns of the table that `read` uses. */
  carried?: readonly string[];
  /**
   * SQL that selects from `claimed c` what the worker is given: the columns of ClaimedJob, and more. `c` has team_id,
   * the id, the lane, the carried columns, attempts, lease, and `at`, the time of the claim.
   */
  read: string;
  /** Columns of an outcome that `record` uses, besides its retry. */
  outcome?: readonly OutcomeColumn<Outcome>[];
  /**
   * SQL that stores the outcomes of jobs, from the rows of `settled o`. A row has team_id, id, lease, attempts, `at`,
   * the columns of the outcome, and `next_attempt_at`, which is null for a job that has ended. The SQL returns
   * `o.lease` of each. Without it, only the queue is written.
   */
  record?: string;
}

/** Columns that name a line, of the row `alias`. */
export function lineOf({ lane }: Pick<QueueTable<never>, "lane">, alias: string): string {
  return [`${alias}.team_id`, ...(lane === undefined ? [] : [`${alias}.${lane}`])].join(", ");
}

/** SQL that is true for rows of the same line. */
export function isSameLine({ lane }: Pick<QueueTable<never>, "lane">, one: string, other: string): string {
  const columns = ["team_id", ...(lane === undefined ? [] : [lane])];
  return columns.map((column) => `${one}.${column} = ${other}.${column}`).join(" and ");
}
