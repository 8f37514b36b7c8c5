import type { Schemas } from "../api.ts";
import type { PageName } from "../paths.ts";
import { mayDo, type Session } from "../session/session.ts";

type Door = Schemas["RequestCount"]["door"];

/** Doors through which agents come. */
const AGENT_DOORS: readonly Door[] = ["mcp", "mcp_actions", "actions", "tools"];

/** Right that a step needs, the module that it is of, and the page where it is done. */
interface StepFacts {
  resource: string;
  action: "read" | "write" | "admin";
  module?: string;
  page: PageName;
}

/** First steps of a team in their order (console.first-steps). */
export const STEPS = {
  table: { resource: "tables", action: "write", module: "tables", page: "tables" },
  member: { resource: "config", action: "admin", page: "members" },
  agent: { resource: "tokens", action: "read", page: "connect" },
  key: { resource: "tokens", action: "write", page: "keys" },
} as const satisfies Record<string, StepFacts>;

export type Step = keyof typeof STEPS;

/** Lists the steps that the role may do, of enabled modules. */
export function stepsFor(session: Session, modules: Readonly<Record<string, boolean>>): Step[] {
  return (Object.entries(STEPS) as [Step, StepFacts][])
    .filter(
      ([, { resource, action, module }]) =>
        mayDo(session, resource, action) && (module === undefined || modules[module] === true),
    )
    .map(([step]) => step);
}

/**
 * Checks whether all steps are done, of which the window showed some as left. A step whose module is off is not done
 * (console.first-steps).
 */
export function areDoneNow(wereLeft: ReadonlySet<Step>, done: readonly Step[]): boolean {
  return wereLeft.size > 0 && (Object.keys(STEPS) as Step[]).every((step) => done.includes(step));
}

/** Checks whether an agent has called, whatever the answer was. */
export function hasAgentCalled({ counts }: Pick<Schemas["AuditSummary"], "counts">): boolean {
  return counts.some(({ door, requests }) => requests > 0 && AGENT_DOORS.includes(door));
}
