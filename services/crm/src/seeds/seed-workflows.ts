import { platformContext } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";
import { forms } from "../forms/form.ts";
import { workflows } from "../workflows/workflow.ts";
import { lockSeeds } from "./lock-seeds.ts";
import { workflowExamples } from "./workflow-examples.ts";

/** Creates the example workflows that the team lacks; an existing workflow with the name counts as the example. */
export const seedWorkflows: InternalHandler<"SeedWorkflows"> = async ({ team_id: teamId }, call) => {
  const { result } = await call.deps.database.write(platformContext(teamId, call), async (tx) => {
    await lockSeeds(tx);
    const there = await tx.query<{ id: string; name: string }>({
      name: "crm.seeds.workflows",
      text: "select w.id, w.name from crm.workflows w where w.team_id = $1 order by w.id",
      values: [tx.context.teamId],
    });
    const ids: string[] = [];
    for (const example of workflowExamples(new Date(), await formOf(tx))) {
      const found = there.find(({ name }) => name === example.name);
      ids.push(found?.id ?? (await workflows.store.insert(tx, workflows.draft(example))).id);
    }
    return ids;
  });
  return { body: { workflows: result } };
};

/** A form that starts a workflow: the team's first published one, else one that is made. */
async function formOf(tx: TeamTx): Promise<string> {
  const [found] = await tx.query<{ id: string }>({
    name: "crm.seeds.published_form",
    text: "select f.id from crm.forms f where f.team_id = $1 and f.status = 'published' order by f.id limit 1",
    values: [tx.context.teamId],
  });
  if (found !== undefined) return found.id;
  const enquiry = {
    title: "Enquiry",
    status: "published",
    fields: [
      { id: "email", label: "E-mail", type: "email", required: true, maps_to: "email" },
      { id: "question", label: "Your question", type: "long_text", required: true },
    ],
  };
  const made = await forms.insert(tx, forms.draft(enquiry), { baseUrl: "" });
  return (JSON.parse(made.body as string) as { id: string }).id;
}
