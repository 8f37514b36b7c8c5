import type { Rpc } from "./model.ts";

/** The group of tools that clients choose together: the resource of the scope, or what a tool without a scope names. */
export function toolsetOf({ tool, access, resource }: Rpc): string {
  return namesToolset({ access, resource }) ? (tool?.toolset ?? "") : resource;
}

/** Tests for a tool whose scope does not name a toolset: it has none, or the wildcard. */
export function namesToolset({ access, resource }: Pick<Rpc, "access" | "resource">): boolean {
  return access !== "scope" || resource === "*";
}

/** The order in which tools are listed: by toolset, then by name. */
export function byToolset(a: Rpc, b: Rpc): number {
  const [one, other] = [`${toolsetOf(a)}/${a.tool?.name ?? ""}`, `${toolsetOf(b)}/${b.tool?.name ?? ""}`];
  return one < other ? -1 : 1;
}
