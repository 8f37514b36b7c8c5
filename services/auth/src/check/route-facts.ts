import type { Door, ScopeAction } from "@jst/caller";
import { contextEntries } from "./check-request.ts";

/** Callers that a route allows; "unmatched" is a path without a route, where only a valid token gets the 404. */
export type Access = "scope" | "authenticated" | "member" | "public" | "unmatched";

/** Facts about the route of a request, from the generated gateway configuration. */
export interface RouteFacts {
  access: Access;
  /** Scope resource, "*" for the wildcard; empty where none is needed. */
  resource: string;
  action: ScopeAction;
  /** Module key (operation.modules), or empty. */
  module: string;
  surface: Door;
  /** True for writes; at the doors of agents the record of the tool call decides instead. */
  isWrite: boolean;
  /** Code of what the gateway answers by itself; empty where a service does, and where nobody needs to know. */
  answer: string;
  /** Place among the segments of the path at which a patient is named. */
  patientAt: number | undefined;
}

const accesses: readonly Access[] = ["scope", "authenticated", "member", "public", "unmatched"];
const actions: readonly ScopeAction[] = ["read", "write", "delete", "admin"];
const surfaces: readonly Door[] = ["rest", "mcp", "mcp_actions", "actions", "tools"];

/** Above the number of routes the gateway can have; reached only by an encoder that varies its order. */
const ROUTES_MAX = 4096;

/** Reads route facts, each distinct encoding once. */
export class RouteFactsReader {
  readonly #known = new Map<string, RouteFacts | undefined>();

  /** Reads the facts; undefined if they are absent or not wholly understood: the request must then be denied. */
  read(route: string): RouteFacts | undefined {
    const known = this.#known.get(route);
    if (known !== undefined || this.#known.has(route)) return known;
    if (this.#known.size >= ROUTES_MAX) this.#known.clear();
    const facts = parse(new Map(contextEntries(route)));
    this.#known.set(route, facts);
    return facts;
  }
}

function parse(entries: ReadonlyMap<string, string>): RouteFacts | undefined {
  const access = accesses.find((one) => one === entries.get("access"));
  const surface = surfaces.find((one) => one === (entries.get("surface") ?? "rest"));
  const action = actions.find((one) => one === entries.get("action"));
  const resource = entries.get("resource") ?? "";
  if (access === undefined || surface === undefined) return undefined;
  if (access === "scope" && resource === "") return undefined;
  if (action === undefined && (access === "scope" || (access === "member" && resource !== "")))
    return undefined;
  const patient = entries.get("patient");
  return {
    access,
    resource,
    action: action ?? "read",
    module: entries.get("module") ?? "",
    surface,
    isWrite: entries.get("writes") === "true",
    answer: entries.get("answer") ?? "",
    patientAt: patient === undefined ? undefined : Number(patient),
  };
}
