import type { CalledRpc } from "@jst/rpc";

/** Kind of things of which callers talk, as the generator reads it from the registry (comments.things). */
export interface Thing extends CalledRpc {
  /** Field of the path that has the id. */
  id: string;
  /** The path names the table first. */
  isInTable: boolean;
  /** Scope resource of its GET; empty where any token may call it. */
  scope: string;
  module: string;
  /** Its GET answers bytes, over plain HTTP. */
  isBytes: boolean;
  /** Template of the path of its GET. */
  path: string;
}

/** Thing as a caller names it. */
export interface NamedThing {
  resource: string;
  resource_id: string;
  table_id?: string | null | undefined;
}

/** Thing that its caller may read, under the ids that it has. */
export interface FoundThing {
  resource: string;
  resource_id: string;
  table_id: string | null;
}
