import { hasRight, isModuleOn, type Caller } from "@jst/caller";
import type { Step, Tool } from "./tool.ts";

/** Most tools of a list: hosts of agents cut longer ones (agents.listing). */
const LISTED_MAX = 40;

/** True when the module of the tool is on for the team. */
export function isInTeam({ module }: Pick<Tool, "module">, { team }: Caller): boolean {
  return module === "" || isModuleOn(team.modules, module);
}

/** True when the caller may use the tool, and its module is on. */
export function isOffered(tool: Pick<Step, "module" | "scope">, caller: Caller): boolean {
  return isInTeam(tool, caller) && hasRight(caller, tool.scope.resource, tool.scope.action);
}

/** Leaves out extra tools, the last ones first, where there are more than a list shows. */
export function listed<One extends Pick<Tool, "isExtra">>(tools: readonly One[]): One[] {
  let room = LISTED_MAX - tools.filter(({ isExtra }) => !isExtra).length;
  return tools.filter(({ isExtra }) => !isExtra || room-- > 0);
}
