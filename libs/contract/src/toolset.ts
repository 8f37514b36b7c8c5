import type { Rpc } from "./model.ts";

/** The group of tools that clients choose together: the resource of the scope, or what a tool without a scope names. */
export function toolsetOf({ tool, access, resource }: Rpc): string {
  return access === "scope" ? resource : (tool?.toolset ?? "");
}

/** The order in which tools are listed: by toolset, then by name. */
export function byToolset(a: Rpc, b: Rpc): number {
  const [one, other] = [`${toolsetOf(a)}/${a.tool?.name ?? ""}`, `${toolsetOf(b)}/${b.tool?.name ?? ""}`];
  return one < other ? -1 : 1;
}
