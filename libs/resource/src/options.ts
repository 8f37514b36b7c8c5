import type { Signal, TeamTx } from "@jst/db";
import type { ListParameters } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { EventVerb } from "./declaration.ts";
import type { FurtherEvents } from "./events.ts";
import type { ListOptions } from "./list.ts";
import type { DeclaredRefusals } from "./refusals.ts";
import type { StoredRow } from "./store.ts";
import type { Normalisers } from "./stored-form.ts";

/** Members with the columns that no caller sees. */
export type Stored<Members> = Members & Readonly<Record<string, unknown>>;

/** A path as handlers get it. */
export type Path = Readonly<Record<string, string>>;

/** A patch in its stored form. */
export interface Patch<Values> {
  members: Partial<Values>;
  /** An archived or deleted one is to be live afterwards. */
  isRestore?: boolean;
  /** Columns that no caller sees; the patch is a write then, whether or not a member reads otherwise after it. */
  hidden?: Readonly<Record<string, unknown>>;
}

/** The values that each value of a member may become; it may always stay. */
export type Transitions = Readonly<Record<string, readonly string[]>>;

/** Hooks and columns of a resource. All are optional. */
export interface Options<
  Item extends object,
  Values extends object,
  Query extends ListParameters,
  Deps,
> extends ListOptions<Query> {
  /** Columns that no caller sees; `complete` gives them their values. */
  hidden?: readonly string[];
  /** SQL of members that are not what their column holds, over the row `t`. */
  shown?: Record<string, string>;
  /** Members whose stored form is another than that of their kind. */
  normalise?: Normalisers;
  /** Values that a create without these members stores, by its caller. */
  defaults?: (call: Call<Deps>) => Partial<Values>;
  /** Values that may follow each value of a member; a create may begin with any value. */
  transitions?: { readonly [Name in keyof Values]?: Transitions };
  /** Asks other services about what the input names, before the write begins. */
  check?: (members: Partial<Values>, call: Call<Deps>) => Promise<void>;
  /** Derives members from others, or refuses what does not go together; `before` is absent for a new one. */
  complete?: (next: Stored<Values>, given: Partial<Values>, before?: Stored<Item>) => Stored<Values>;
  /** Runs in the transaction before the row is stored, and may refuse it; `before` is absent for a new one. */
  within?: (tx: TeamTx, next: Stored<Values>, before: Stored<Item> | undefined) => Promise<void>;
  /**
   * Runs in the transaction when the row is stored or archived, not when it is deleted, and before the events of the
   * row are published. `previous` has the former values of what changed.
   */
  stored?: (tx: TeamTx, row: StoredRow, previous: Partial<Item> | undefined) => void;
  /** Types of further events, which follow from the members: `task.completed`. */
  further?: FurtherEvents;
  /** Ends of the event types that `stored` publishes itself. */
  published?: readonly EventVerb[];
  /** Members that events show as null, because a reader of events may not read them. */
  withheld?: readonly string[];
  /** Rings in this process when a row was stored. */
  signal?: Signal;
  /** Unique indexes by their names, and the answer if one of them refuses a row. */
  refusals?: DeclaredRefusals;
}
