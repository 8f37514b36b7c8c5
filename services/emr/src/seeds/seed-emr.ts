import type { TeamTx } from "@jst/db";
import { platformContext } from "@jst/rpc";
import type { InternalHandler, SeededPatients } from "../../gen/rpc.ts";
import { entriesOf } from "../import/bundle.ts";
import { takeBundle } from "../import/take-bundle.ts";
import { exampleResources, patientExamples } from "./examples.ts";

/** Makes example charts, whether the module is on or not; a patient who is there already stays as it is. */
export const seedEmr: InternalHandler<"SeedEmr"> = async ({ team_id }, call) => {
  const { result } = await call.deps.database.write(platformContext(team_id, call), seeded);
  return { body: { ...result } };
};

async function seeded(tx: TeamTx): Promise<SeededPatients> {
  const there = await found(tx);
  if (there.length > 0) return { patients: there };
  const entry = exampleResources(new Date()).map((resource) => ({ resource }));
  await takeBundle(tx, entriesOf(JSON.stringify({ resourceType: "Bundle", entry })), true);
  for (const { mrn, status } of patientExamples)
    await tx.query({
      name: "emr.seeds.place",
      text: `update emr.patients p set status = $3,
  enrolled_at = case when $3 = 'pending' then null else p.enrolled_at end,
  inactivated_at = case when $3 in ('inactive', 'removed') then now() end
where p.team_id = $1 and p.identifier_system = 'urn:example:seed' and p.identifier_value = $2`,
      values: [tx.context.teamId, mrn, status],
    });
  return { patients: await found(tx) };
}

type Seeded = SeededPatients["patients"][number] & Record<string, unknown>;

function found(tx: TeamTx): Promise<Seeded[]> {
  return tx.query<Seeded>({
    name: "emr.seeds.patients",
    text: `select p.id, p.identifier_value as mrn, p.status from emr.patients p
where p.team_id = $1 and p.identifier_system = 'urn:example:seed' order by p.identifier_value`,
    values: [tx.context.teamId],
  });
}
