import type { InternalHandler } from "../../gen/rpc.ts";
import { teamContext } from "../team-context.ts";
import { workflows } from "../workflows/workflow.ts";
import { holdSeeds } from "./hold-seeds.ts";
import { workflowExamples } from "./workflow-examples.ts";

/** Makes the example workflows that the team lacks; a workflow of the name is the example, whoever made it. */
export const seedWorkflows: InternalHandler<"SeedWorkflows"> = async ({ team_id: teamId }, call) => {
  const { result } = await call.deps.database.write(teamContext(teamId, call), async (tx) => {
    await holdSeeds(tx);
    const there = await tx.query<{ id: string; name: string }>({
      name: "crm.seeds.workflows",
      text: "select w.id, w.name from crm.workflows w where w.team_id = $1 order by w.id",
      values: [tx.context.teamId],
    });
    const ids: string[] = [];
    for (const example of workflowExamples(new Date())) {
      const found = there.find(({ name }) => name === example.name);
      ids.push(found?.id ?? (await workflows.store.insert(tx, workflows.draft(example), false)).id);
    }
    return ids;
  });
  return { body: { workflows: result } };
};
