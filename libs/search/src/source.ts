import type { PlanMode, Row, Statement } from "@jst/db";
import type { Entry, EntryKey } from "./entry.ts";

/** Runs one statement under the team; its plan is generic where none is asked for. */
export type Query = <R extends Row = Row>(statement: Statement, plan?: PlanMode) => Promise<R[]>;

/** Which one of a kind is meant. */
export type PlacedId = Omit<EntryKey, "kind">;

/** One kind of what a service lets be found. */
export interface Source {
  /** Name of the resource, as undo records have it. */
  kind: string;
  /** Member of an image that names the parent; undefined for what stands alone. */
  parentMember?: string;
  /** Loads those of these that can be found, in their present state. */
  load: (query: Query, teamId: string, ids: readonly PlacedId[]) => Promise<Entry[]>;
  /** Ids of the parent in their order, after one and at most so many, whether they can be found or not. */
  page(
    query: Query,
    teamId: string,
    parentId: string,
    after: string | null,
    limit: number,
  ): Promise<string[]>;
}

/** A resource whose change changes what many entries say. */
export interface Cause {
  /** Name of the resource, as undo records have it. */
  resource: string;
  /** Kind of the entries. */
  kind: string;
  /** Member of an image that names their parent; undefined where the resource itself is the parent. */
  parentMember?: string;
}

/** Everything a service lets be found. */
export interface SearchSources {
  schema: string;
  sources: readonly Source[];
  causes: readonly Cause[];
  /** SQL for `team_id, kind, parent_id` of all there is to walk through, of all teams, as the worker's role sees it. */
  everything: string;
}
