import { systemContext, type TeamTx } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";
import { consents } from "../consents/consent.ts";
import type { Deps } from "../deps.ts";
import { nothingRecorded } from "../gate/gate.ts";
import { queueOnce } from "../messages/queries.ts";
import { templates } from "../templates/template.ts";

/** Makes example templates, consents and captured messages, once however often it is called. */
export const seedComms: InternalHandler<"SeedComms"> = async ({ team_id }, { deps }) => {
  const teamId = team_id.toLowerCase();
  const { result } = await deps.database.write(systemContext(teamId), async (tx) => {
    await hold(tx);
    return { templates: await seedTemplates(tx), consents: await seedConsents(tx) };
  });
  return { body: { ...result, messages: await seedMessages(teamId, deps) } };
};

/** Waits until nobody else seeds the team, and keeps others from it until the transaction ends. */
async function hold(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('comms seeds ' || $1, 0))";
  await tx.query({ name: "comms.seeds.hold", text, values: [tx.context.teamId] });
}

/** An existing template with the name counts as the example; a deleted one does not come back. */
async function seedTemplates(tx: TeamTx): Promise<string[]> {
  const there = await tx.query<{ id: string; name: string }>({
    name: "comms.seeds.templates",
    text: "select t.id, t.name from comms.templates t where t.team_id = $1 order by t.id",
    values: [tx.context.teamId],
  });
  const ids: string[] = [];
  for (const example of templateExamples) {
    const found = there.find(({ name }) => name === example.name);
    ids.push(found?.id ?? (await templates.store.insert(tx, templates.draft(example))).id);
  }
  return ids;
}

async function seedConsents(tx: TeamTx): Promise<string[]> {
  const there = await tx.query<{ id: string }>({
    name: "comms.seeds.consents",
    text: "select c.id from comms.consents c where c.team_id = $1 and c.source = 'seed' order by c.id",
    values: [tx.context.teamId],
  });
  if (there.length > 0) return there.map(({ id }) => id);
  const ids: string[] = [];
  for (const example of consentExamples) ids.push(await seedConsent(tx, example));
  return ids;
}

async function seedConsent(tx: TeamTx, example: (typeof consentExamples)[number]): Promise<string> {
  const { body } = await consents.insert(tx, consents.draft(example), { baseUrl: "" });
  return (JSON.parse(body as string) as { id: string }).id;
}

/** Each under its token: it is captured, whatever the team's provider is. */
async function seedMessages(
  teamId: string,
  { database, routing, secrets }: Pick<Deps, "database" | "routing" | "secrets">,
): Promise<string[]> {
  const { from } = await routing.routeOf(teamId, "email");
  for (const example of messageExamples) {
    const nothing = { contact_id: null, html: null, template_id: null, variables: {}, reply_to: null };
    const draft = { ...nothing, ...example, channel: "email", address: example.to, from };
    const rest = { purpose: "transactional", metadata: {}, consent: nothingRecorded, provider: "capture" };
    await database.write(systemContext(teamId), async (tx) => {
      await queueOnce(tx, { ...draft, ...rest, test: true }, secrets);
    });
  }
  const tokens = messageExamples.map(({ token }) => token);
  const rows = await database.read<{ id: string }>(systemContext(teamId), {
    name: "comms.seeds.messages",
    text: "select m.id from comms.messages m where m.team_id = $1 and m.token = any($2::text[]) order by m.id",
    values: [teamId, tokens],
  });
  return rows.map(({ id }) => id);
}

/** Templates that the team lacks are made under these names. */
export const templateExamples = [
  {
    name: "Workshop confirmation",
    channel: "email",
    subject: "See you on {{ day }}, {{ first_name }}",
    text: "Hello {{ first_name }},\n\nyour place at the workshop on {{ day }} is kept.\n\nThe team",
    html: "<p>Hello {{ first_name }},</p><p>your place at the workshop on <b>{{ day }}</b> is kept.</p><p>The team</p>",
    description: "Goes to everybody who has registered.",
  },
  {
    name: "Ready for collection",
    channel: "sms",
    text: "{{ first_name }}, your wheel is ready. Come by until {{ until | default: '6 pm' }}.",
    description: "One text, no more than it needs.",
  },
] as const;

const source = "seed";

/** Consents of people who do not exist. */
export const consentExamples = [
  {
    ...{ address: "mina.okafor@example.com", channel: "email", purpose: "marketing", status: "opted_in" },
    ...{ basis: "form", source, evidence: { form: "workshop-registration" } },
  },
  { address: "jonas.lind@example.com", channel: "email", purpose: "marketing", status: "opted_out", source },
  {
    ...{ address: "+14155550101", channel: "sms", purpose: "transactional", status: "opted_in" },
    ...{ basis: "contract", source },
  },
] as const;

/** E-mails that nobody gets, each under its token. */
export const messageExamples = [
  {
    token: "seed:1",
    to: "mina.okafor@example.com",
    subject: "Your place at the workshop",
    text: "Hello Mina,\n\nyour place is kept.\n\nThe team",
  },
  {
    token: "seed:2",
    to: "jonas.lind@example.com",
    subject: "Where to find us",
    text: "Hello Jonas,\n\ncome to the back door, the bell is on the left.\n\nThe team",
  },
  {
    token: "seed:3",
    to: "priya.nair@example.com",
    subject: "Your invoice",
    text: "Hello Priya,\n\nthank you. Nothing is left to pay.\n\nThe team",
  },
] as const;
