import { resource } from "@jst/resource";
import { workflowDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";

/** Workflows of a team, which are read alone; archived ones are listed where they are asked for (workflows.list). */
export const workflows = resource(workflowDeclaration)<Deps>({
  filters: { trigger_type: (type, params) => `t.trigger_type = ${params.add(type, "text")}` },
  unless: { status: "t.status <> 'archived'" },
});
