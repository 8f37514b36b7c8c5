import type { ScopeAction } from "@jst/caller";
import type { JsonSchema, Trust } from "@jst/rpc";

/** Where an argument goes in the call of the rpc. */
export type ArgumentPlace =
  | { in: "path" }
  /** `json`: an object as JSON text; `list`: texts, comma separated. */
  | { in: "query"; as: "text" | "json" | "list" }
  /** `freeform`: an object of any members. */
  | { in: "body"; freeform?: boolean };

/** Owner of the rpcs that this service answers itself. */
export const LOCAL = "agent";

/** One rpc as the agent calls it, and what a caller needs for it. */
export interface Step {
  scope: { resource: string; action: ScopeAction };
  /** Module key that gates it, or empty. */
  module: string;
  readOnly: boolean;
  rpc: {
    /** Service of the fleet that answers. */
    owner: string;
    service: string;
    method: string;
    /** Canonical REST path. */
    path: string;
    hasBody: boolean;
    timeoutMs: number;
  };
}

/** One registered action as the generator emits it: what agents see, and the rpc it is. */
export interface Tool extends Step {
  name: string;
  /** The group of tools that it is listed with and chosen by. */
  toolset: string;
  title: string;
  description: string;
  /** Whether lists leave it out where they have more tools than they may. */
  isExtra: boolean;
  confirm: boolean;
  trust: Trust;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  /** Arguments that the rpc takes; the others are the door's own. */
  arguments: Readonly<Record<string, ArgumentPlace>>;
  /** Dotted paths of arguments whose texts stay as they were sent (conventions.unicode). */
  exact: readonly string[];
  /** Change of a write, as change images name it; null for a read. */
  changes: { resource: string; op: "create" | "update" | "delete" } | null;
}
