/** Columns of a changeset about sets (trust.sets). */
export interface SetColumns {
  /** Null for any other changeset. */
  kind: "set" | null;
  /** Set that the changeset is a member of, and its place there, from 1. */
  set_id: string | null;
  place: number | null;
  member_count: number | null;
  /** Number of operations; a set and its members have it. */
  operation_count: number | null;
  /** Kinds of the records that a set has changed. */
  resources: string[] | null;
  progress_done: number | null;
  progress_total: number | null;
}

const columns = [
  "kind",
  "set_id",
  "place",
  "member_count",
  "operation_count",
  "resources",
  "progress_done",
  "progress_total",
] satisfies (keyof SetColumns)[];

/** SQL of these members of changeset c, as jsonb_build_object takes them. */
export const SET_OF_STORED = columns.map((name) => `'${name}', c.${name}`).join(", ");

/** The same of a changeset of undo records alone. */
export const SET_OF_NONE = columns.map((name) => `'${name}', null`).join(", ");
