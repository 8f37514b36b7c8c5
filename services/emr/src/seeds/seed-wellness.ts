import type { TeamTx } from "@jst/db";
import { platformContext, type InternalCall } from "@jst/rpc";
import type { InternalHandler, SeededWellness } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { draftOf, storeObservations } from "../observations/store-observations.ts";
import { STATUS } from "../wellness-consents/consent.ts";
import { wellnessExamples, type WellnessExample } from "./wellness-examples.ts";

const SOURCE = "seed" as const;

type Person = WellnessExample & { contactId: string };

/** Makes a consent in each status, and observations of who consents, whether the module is on or not. */
export const seedWellness: InternalHandler<"SeedWellness"> = async ({ team_id: teamId }, call) => {
  const people: Person[] = [];
  for (const example of wellnessExamples)
    people.push({ ...example, contactId: await contactOf(teamId, example, call) });
  const { result } = await call.deps.database.write(platformContext(teamId, call), (tx) =>
    seeded(tx, people),
  );
  return { body: { ...result } };
};

/** Returns the id of the live contact with the address, or of a new one. A repeat returns the same. */
async function contactOf(
  team_id: string,
  { name, email }: WellnessExample,
  { deps, hop }: InternalCall<Deps>,
): Promise<string> {
  const by = { actor_type: "system", actor_id: "", source: SOURCE } as const;
  return (await deps.crm.bookedContact({ team_id, name, email, ...by }, hop)).id;
}

async function seeded(tx: TeamTx, people: readonly Person[]): Promise<SeededWellness> {
  const there = await found(tx);
  if (there.consents.length === 0) {
    for (const one of people) await consent(tx, one);
    const now = new Date();
    const drafts = people.flatMap(({ contactId, observed }) =>
      (observed?.(now) ?? []).map((one) => draftOf({ ...one, contact_id: contactId })),
    );
    await storeObservations(
      tx,
      drafts,
      drafts.map(({ id }) => id),
    );
  }
  const contacts = people.map(({ contactId }) => contactId);
  return { contacts, ...(there.consents.length === 0 ? await found(tx) : there) };
}

async function consent(tx: TeamTx, { contactId, consent: status, categories }: Person): Promise<void> {
  await tx.query({
    name: "emr.seeds.consent",
    text: `insert into emr.consents (team_id, contact_id, status, categories, purposes, granted_at, revoked_at,
  expires_at, source, created_by_type, created_by_id)
values ($1, $2, case when $3 = 'expired' then 'active' else $3 end, $4, '{care}',
  case when $3 <> 'pending' then clock_timestamp() - interval '60 days' end,
  case when $3 = 'revoked' then clock_timestamp() end,
  case when $3 = 'expired' then clock_timestamp() - interval '1 day' end, '${SOURCE}', $5, $6)`,
    values: [tx.context.teamId, contactId, status, categories, tx.context.actorType, tx.context.actorId],
  });
}

async function found(tx: TeamTx): Promise<Pick<SeededWellness, "consents" | "observations">> {
  const consents = await tx.query<SeededWellness["consents"][number] & Record<string, unknown>>({
    name: "emr.seeds.consents",
    text: `select t.id, ${STATUS} as status from emr.consents t where t.team_id = $1 and t.source = '${SOURCE}' order by t.id`,
    values: [tx.context.teamId],
  });
  const observations = await tx.query<{ id: string }>({
    name: "emr.seeds.observations",
    text: `select t.id from emr.observations t where t.team_id = $1 and t.source_name = '${SOURCE}' order by t.id`,
    values: [tx.context.teamId],
  });
  return { consents, observations: observations.map(({ id }) => id) };
}
