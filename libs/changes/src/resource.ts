import type { Statement, TeamTx } from "@jst/db";
import type { Change, Image } from "./changes.ts";
import type { Conflict } from "./conflicts.ts";
import type { EditedRow, NetChange } from "./undo/net-changes.ts";
import type { UndoOptions } from "./undo/options.ts";

/** What the platform must know of a resource to show a change of it and to take it back. Declared once per resource. */
export interface Resource {
  /** Qualified table of its rows. */
  table: string;
  /**
   * The table of the same columns that each of these rows is in, where not all are in `table`. Asked in the undo's
   * transaction, after `beforeUndo`.
   */
  tablesOf?: (tx: TeamTx, rows: readonly Image[]) => Promise<readonly string[]>;
  /** What one of it is called in a summary. */
  noun: string;
  /** Columns that find a row, after team_id; `id` by default. */
  key?: readonly string[];
  /** Columns no caller sees, besides team_id. */
  hidden?: readonly string[];
  /** Column -> the name callers know it by. */
  names?: Readonly<Record<string, string>>;
  /** Columns that every write moves on and an undo never takes back. */
  moving?: readonly string[];
  /** jsonb columns that are compared and taken back member by member. */
  keyed?: readonly string[];
  /**
   * Where callers know as members of the resource what its rows have in one column; `moving` is then of members too.
   */
  folding?: Folding;
  /**
   * True for a column that in this image follows from the others. Where it does on both sides nobody edited it: it is
   * no conflict and not taken back, but the service's `afterUndo` derives it anew.
   */
  isDerived?: (column: string, image: Image) => boolean;
  /** What images mention by id and callers know by name; see `shown`. */
  mentions?: Mentions;
  /** The image as the API has the resource, where that takes more than `hidden` and `names`. */
  shown?: (image: Image, mentioned: Mentioned) => Image;
  /** The column that marks a deleted row: undoing a create sets it. Without it the row is removed. */
  deletedAt?: "archived_at" | "deleted_at";
  /**
   * The row that a refusal of the database is about, with its fields and who is in the way; undefined where it does not
   * say. An undo names all rows of the statement then.
   */
  refusedRow?: (refusal: unknown) => Conflict | undefined;
  /**
   * The same where it has to be looked for: `rows` are those of the statement as it would have left them, of which
   * nothing was stored. Empty where nobody is in the way any more.
   */
  findRefused?: (tx: TeamTx, refusal: unknown, rows: readonly Image[]) => Promise<readonly Conflict[]>;
  /** True for a change that cannot be taken back, such as an issued secret. */
  isFinal?: (change: Change) => boolean;
  /** Runs in the undo's transaction before any row is locked: takes locks of the service's own, and may refuse. */
  beforeUndo?: (tx: TeamTx, changes: readonly NetChange[]) => Promise<void>;
  /**
   * Runs when all locks are held and no row was taken back yet, with everything that will be, of all resources: answers
   * what has come to use rows of this resource that the undo removes. With `force` it makes that do without them.
   */
  release?: (tx: TeamTx, undone: readonly NetChange[], options: UndoOptions) => Promise<readonly Conflict[]>;
  /**
   * Answers the locked rows with what counts of them as this is undone: what is stored in them and of something that is
   * not there does not. Without it all does.
   */
  standing?: (tx: TeamTx, rows: readonly Image[], undone: readonly NetChange[]) => Promise<readonly Image[]>;
  /**
   * Answers which of these fields of locked rows are edits: not those that the service alone has written since, as
   * something else changed. Without it all are.
   */
  editedSince?: (tx: TeamTx, rows: readonly EditedRow[]) => Promise<readonly EditedRow[]>;
  /**
   * Runs in the undo's transaction when its rows were taken back; `changes` are those of this resource that made.
   * Answers what came back and does not fit any more; with `force` it has left that as it was before the undo, and
   * answers none. `madeAt` is when the changeset that is taken back was executed.
   */
  afterUndo?: (
    tx: TeamTx,
    changes: readonly Change[],
    force: boolean,
    madeAt: string,
  ) => Promise<readonly Conflict[]>;
}

/** What images of a resource mention; several resources may share one. */
export interface Mentions {
  /** The resource of what is mentioned. */
  resource: string;
  /** The members by which it is shown, `id` and that of `within` among them. */
  fields: readonly string[];
  /** The member that is the same in all images of what one image may mention, and never changes. */
  within: string;
  /** Finds the `image`, of these fields, of what there is today of what images like these may mention. */
  find: (teamId: string, images: readonly Image[]) => Statement;
  /** The ids that the images mention. */
  idsOf: (images: readonly Image[]) => readonly string[];
}

/**
 * Answers the images of what is mentioned that have this in `within`, in no order. It is one and the same list however
 * often it is asked for, and for all changesets that changed nothing of it: what is derived from it can be kept by it.
 */
export type Mentioned = (within: string) => readonly Image[];

/** What the images of a changeset mention, as it was before the changeset and as it left it. */
export interface Names {
  before: Mentioned;
  after: Mentioned;
}

/**
 * Two ways to write the same image: a column in which several members are stored stands folded for all of them,
 * unfolded each stands for itself, as callers know it. An undo compares and takes back members, and stores columns.
 */
export interface Folding {
  /** Answers the same members for every image of the resource. */
  unfold: (image: Image) => Image;
  fold: (image: Image) => Image;
}

/** Resources of a service by the name their change images carry; what is kept within another stands after it. */
export type Resources = Readonly<Record<string, Resource>>;

/** The declaration of a resource; a service records no change of one it has not declared. */
export function resourceOf(resources: Resources, name: string): Resource {
  const resource = resources[name];
  if (resource === undefined) throw new Error(`The service declares no resource ${name}.`);
  return resource;
}
