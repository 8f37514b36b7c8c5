import { hasRight, isModuleOn, type Caller } from "@jst/caller";
import type { Tool } from "./tool.ts";

/** True when the module of the tool is on for the team. */
export function isInTeam({ module }: Pick<Tool, "module">, { team }: Caller): boolean {
  return module === "" || isModuleOn(team.modules, module);
}

/** True when a list of tools shows this one: the caller may use it, and its module is on. */
export function isOffered(tool: Pick<Tool, "module" | "scope">, caller: Caller): boolean {
  return isInTeam(tool, caller) && hasRight(caller, tool.scope.resource, tool.scope.action);
}
