import { platformContext } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";
import { contacts } from "../contacts/contact.ts";
import { forms } from "../forms/form.ts";
import { submit } from "../submissions/submit.ts";
import { formExample, submissionExamples } from "./form-examples.ts";
import { lockSeeds } from "./lock-seeds.ts";

const SOURCE = "seed";

/** Creates the example form with its submissions; an existing form with its slug counts as the example. */
export const seedForms: InternalHandler<"SeedForms"> = async ({ team_id: teamId }, call) => {
  const body = await contacts.repeating(async () => {
    const { result } = await call.deps.database.write(platformContext(teamId, call), seeded);
    return result;
  });
  return { body };
};

async function seeded(tx: TeamTx): Promise<{ forms: string[]; submissions: string[] }> {
  await lockSeeds(tx);
  const values = [tx.context.teamId, formExample.slug];
  const [there] = await tx.query<{ id: string }>({
    name: "crm.seeds.form",
    text: "select f.id from crm.forms f where f.team_id = $1 and f.slug = $2",
    values,
  });
  if (there !== undefined) return { forms: [there.id], submissions: await seededOf(tx, there.id) };
  const { body } = await forms.insert(tx, forms.draft(formExample), { baseUrl: "" });
  const { id } = JSON.parse(body as string) as { id: string };
  const submissions: string[] = [];
  for (const data of submissionExamples(new Date()))
    submissions.push((await submit(tx, id, { data, source: SOURCE, metadata: {}, faults: [] })).id);
  return { forms: [id], submissions };
}

async function seededOf(tx: TeamTx, formId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "crm.seeds.submissions",
    text: `select s.id from crm.submissions s
where s.team_id = $1 and s.form_id = $2 and s.source = $3 order by s.id`,
    values: [tx.context.teamId, formId, SOURCE],
  });
  return rows.map(({ id }) => id);
}
