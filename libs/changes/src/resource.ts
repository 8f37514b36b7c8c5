import type { TeamFacts } from "@jst/caller";
import type { Database, Statement, TeamContext, TeamTx } from "@jst/db";
import type { Change, Image } from "./changes.ts";
import type { Conflict } from "./conflicts.ts";
import type { Amount } from "./rules/judge.ts";
import type { EditedRow, NetChange } from "./undo/net-changes.ts";
import type { UndoOptions } from "./undo/options.ts";

/** Facts about a resource by which the platform shows and undoes its changes. Declared once per resource. */
export interface Resource {
  /** Qualified table of its rows. */
  table: string;
  /** Name of one in a summary. */
  noun: string;
  /** Scope resource that a caller may read who sees its images (trust.redacted). */
  scope: string;
  /** True where each look at it is on record: a list of changesets, which is not, shows none of its images. */
  isOnRecord?: boolean;
  /** Columns no caller sees, besides team_id. */
  hidden?: readonly string[];
  /** The column that marks a deleted row: undoing a create sets it. Without it the row is removed. */
  deletedAt?: "archived_at" | "deleted_at";
  /** The column, with the value, that ends a row whose creation is undone, in place of `deletedAt`. */
  ended?: { column: string; value: string };
  /** Why a change cannot be taken back, such as an issued secret; undefined for one that can. */
  finalBecause?: (change: Change) => string | undefined;
  /** Finds the dotted paths of each image whose texts stay as they were sent (conventions.unicode). */
  exact?: (tx: TeamTx, images: readonly Image[]) => Promise<(image: Image) => readonly string[]>;
  /** Column that has the table of a row, for rules that name tables (rules.conditions). */
  tableColumn?: string;
  /** Total of a document, as rules sum it. */
  amount?: (image: Image) => Amount | undefined;
  /** Number of people whom the change reaches, as rules sum it. */
  recipients?: (change: Change) => number;
  /** How its images are read, where their columns do not say it all. */
  images?: ImageForm;
  /**
   * Runs in the transaction that stores a proposal to change some of it, and may refuse that: what a proposal takes up
   * before it is decided on.
   */
  proposed?: (tx: TeamTx, team: TeamFacts) => Promise<void>;
  /**
   * Returns the members that an open proposal to create these shows besides, only to its deciders; in the order of the
   * ids under which they would be created.
   */
  offered?: (ids: readonly string[], call: OfferingCall) => Promise<readonly Image[]>;
  /** Parts of an undo besides the rows; resources that depend on each other share one. */
  undo?: UndoPolicy;
}

/** The call in which a proposal is looked at. */
export interface OfferingCall {
  database: Database;
  context: TeamContext;
  baseUrl: string;
}

/** How the images of a resource are compared, taken back and shown to callers. */
export interface ImageForm {
  /** Columns that find the row of an image, after team_id; `id` by default. */
  key?: readonly string[];
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
   * Tests whether the column of this image is derived from the others. If it is on both sides, nobody edited it: it
   * makes no conflict and is not undone, and the policy derives it again.
   */
  isDerived?: (column: string, image: Image) => boolean;
  /** Objects that images mention by id and callers know by name; see `shown`. */
  mentions?: Mentions;
  /** Names of an object in a summary, where the columns of its image do not have them. */
  called?: (image: Image, mentioned: Mentioned) => Called;
  /** The image as the API has the resource, where that takes more than `hidden` and `names`. */
  shown?: (image: Image, mentioned: Mentioned) => Image;
}

/**
 * The steps of an undo that are a service's own, in their order (see the README). Each runs once in the undo's
 * transaction, with the changes of all resources that share the policy, in the order in which these are declared.
 */
export interface UndoPolicy {
  /** Before any row is locked: takes locks of the service's own, and may refuse. */
  hold?: (tx: TeamTx, undone: readonly NetChange[], options: UndoOptions) => Promise<void>;
  /**
   * When all locks of `hold` are there: answers what has come to use rows that the undo removes. With `force` it makes
   * that do without them.
   */
  release?: (tx: TeamTx, undone: readonly NetChange[], options: UndoOptions) => Promise<readonly Conflict[]>;
  /**
   * Answers what others than the set have put into what leaves with it, which stands in the way of its undo
   * (trust.set-undo).
   */
  othersIn?: (tx: TeamTx, leaving: readonly NetChange[], setId: string) => Promise<readonly Conflict[]>;
  /** Erases rows of what leaves too, with all that is stored of them; without it they are marked as deleted. */
  erase?: (tx: TeamTx, rows: readonly Image[]) => Promise<void>;
  /** The table of the same columns that each of these rows of a resource is in; `table` is the resource's own. */
  tablesOf?: (tx: TeamTx, table: string, rows: readonly Image[]) => Promise<readonly string[]>;
  /**
   * Returns the locked rows of `table` as this undo counts them: without stored references to objects that do not
   * exist. If it is absent, every row counts as it is.
   */
  standing?: (
    tx: TeamTx,
    table: string,
    rows: readonly Image[],
    undone: readonly NetChange[],
  ) => Promise<readonly Image[]>;
  /**
   * Answers which of these fields of locked rows are edits: not those that the service alone has written since, as
   * something else changed. Without it all are. Not asked with `force`, which takes edits back too.
   */
  editedSince?: (tx: TeamTx, rows: readonly EditedRow[]) => Promise<readonly EditedRow[]>;
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
  /**
   * Settles the undone rows; `changes` are those of the undo. Returns the parts that came back and no longer fit; with
   * `force`, it leaves these as they were before the undo, and returns none.
   */
  settle?: (tx: TeamTx, changes: readonly Change[], options: UndoOptions) => Promise<readonly Conflict[]>;
}

/** Objects that images of a resource mention; several resources may share one. */
export interface Mentions {
  /** The resource of what is mentioned. */
  resource: string;
  /** The members by which it is shown, `id` and that of `within` among them. */
  fields: readonly string[];
  /** The member that is the same in all images of what one image may mention, and never changes. */
  within: string;
  /** Finds the `image`, of these fields, of what there is today of what images like these may mention. */
  find: (teamId: string, images: readonly Image[]) => Statement;
  /** Returns the ids that the images mention. */
  idsOf: (images: readonly Image[]) => readonly string[];
}

/**
 * Returns the images of the mentioned objects that have this in `within`, in no order. The list stays one and the same
 * across calls and across changesets that changed nothing of it, so that a caller may cache by it.
 */
export type Mentioned = (within: string) => readonly Image[];

/** Names of an object: its own, which is a value of it, and that of the object that it is a part of. */
export interface Called {
  name: string | undefined;
  within: string | undefined;
}

/** Names of the objects that images of a change set mention, before the change set and after it. */
export interface Names {
  before: Mentioned;
  after: Mentioned;
}

/**
 * Two ways to write one image, for a column that stores several members. Folded, it has one entry for all of them;
 * unfolded, each member has its own entry, as callers know it. An undo compares and restores members, and stores
 * columns.
 */
export interface Folding {
  /** Answers the same members for every image of the resource. */
  unfold: (image: Image) => Image;
  fold: (image: Image) => Image;
}

/** Resources of a service by the name their change images carry; what is kept within another stands after it. */
export type Resources = Readonly<Record<string, Resource>>;

/** Returns the declaration of a resource; a service records no change of an undeclared one. */
export function resourceOf(resources: Resources, name: string): Resource {
  const resource = resources[name];
  if (resource === undefined) throw new Error(`The service declares no resource ${name}.`);
  return resource;
}
