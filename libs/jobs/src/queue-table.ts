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

/** Names of the states of a job. */
export interface JobStates {
  ready: string;
  waiting: string;
  underWay: string;
}

/** Rules of lines, as SQL over the line `l` and what `open` joins to it. */
export interface LineRules {
  /** SQL of the number of jobs that may be under way. */
  room: string;
  /** SQL of the number of jobs that may begin now, whatever is under way. */
  pace: string;
  /** SQL that is true for a line whose jobs are done one by one: the next one is that with the first place. */
  isOrdered: string;
  /** States of the jobs that stand in an ordered line. An index has them by line and place. */
  standing: readonly string[];
  /** Columns that give a job its place. */
  place: readonly string[];
}

/** A table of jobs, of the shape that README.md shows, and the SQL that is its service's own. */
export interface QueueTable<Outcome> {
  /** As the search path finds it; also the beginning of the names of its statements. */
  name: string;
  /** Column of a job's id, of type uuid. Team and id are the key. */
  id: string;
  /** Column of the line within the team in which a job stands, such as an endpoint; without it a team is one line. */
  lane?: string;
  /** The states in which this queue has its jobs; ready, waiting and under_way without it. */
  states?: JobStates;
  /** States of attempts that count in the share of a team beside those of this queue. */
  busy?: readonly string[];
  /** Prefix of the names of its statements, where two queues have one table; the name of the table without it. */
  title?: string;
  /** SQL that is true for jobs that wait for their time, and for attempts that may be given up. An index has them. */
  asleep?: string;
  /** Rules of its lines beside the shares. */
  lines?: LineRules;
  /**
   * SQL that runs before each claim, by the time in $1 (seconds by which the clock is shifted). It answers a row with
   * `again`, true if it should run again at once, and `wait_s`, after which a claim may find more; null for none.
   */
  prepare?: string;
  /** CTEs that follow the claim and read `claimed c`, such as `noted as (insert …)`. */
  began?: string;
  /** Jobs that have ended and stay in the table, where they stop their line. */
  stops?: {
    state: string;
    /** SQL that is true for the outcome `o` of such a job. */
    when: string;
  };
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

const plainStates: JobStates = { ready: "ready", waiting: "waiting", underWay: "under_way" };

/** Returns the states of a queue's jobs. */
export function statesOf({ states = plainStates }: Pick<QueueTable<never>, "states">): JobStates {
  return states;
}

/** Returns the beginning of the names of a queue's statements. */
export function titleOf({ title, name }: Pick<QueueTable<never>, "title" | "name">): string {
  return title ?? name;
}
