import { Client } from "pg";
import type { Fleet } from "../../dev/src/component.ts";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import { until } from "../../dev/src/process/until.ts";
import type { Progress } from "../../dev/src/progress.ts";
import { createTeam } from "../../dev/src/teams.ts";
import type { BenchSettings } from "./config.ts";
import { mintTokens, post } from "./seed.ts";
import { verdict, type Verdict } from "./verdicts.ts";

const COUNT = 10_000;
const ALLOWED_S = 60;
/** They are made within this time, and are due all at once after it. */
const AHEAD_S = 30;
const LIMIT_MS = 600_000;

/** Has subscriptions of one team due at once, and measures until each has its invoice (commerce.clock-worker). */
export async function runSubscriptions(
  { fleet, settings }: { fleet: Fleet; settings: BenchSettings },
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  if (!settings.scenarios.includes("subscriptions")) return [];
  const { id: teamId, slug } = await createTeam(fleet, {
    slug: `bench-subscribed-${Date.now().toString(36)}`,
  });
  const [token = ""] = await mintTokens(fleet, slug, 1);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    const dueAt = new Date(Date.now() + AHEAD_S * 1_000);
    await progress.step(`making ${COUNT} subscriptions`, () => fill(client, fleet, token, dueAt));
    const seconds = await progress.step("invoicing them", () => invoiced(client, teamId, dueAt));
    print(`\n${COUNT} subscriptions of one team, due at once, were invoiced after ${seconds.toFixed(1)} s`);
    const text = `${COUNT} due subscriptions: invoiced in ${seconds.toFixed(1)} s, asked for <= ${ALLOWED_S} s`;
    return [verdict(seconds <= ALLOWED_S, text)];
  } finally {
    await client.end();
  }
}

/** Makes one by the API, and its likes by copying the row. */
async function fill(client: Client, fleet: Fleet, token: string, dueAt: Date): Promise<void> {
  const contact = { first_name: "Ada", email: "ada@example.org" };
  const contact_id = String((await post(fleet, token, "/api/v1/contacts", contact))["id"]);
  const items = [{ description: "Care", unit_amount: 4_900, tax_rate_bps: 1_900 }];
  const asked = { contact_id, currency: "EUR", items, interval: "month", start_at: dueAt.toISOString() };
  const { id } = await post(fleet, token, "/api/v1/commerce/subscriptions", asked);
  // Copies are in no change: triggers record those of requests.
  await client.query("set session_replication_role = replica");
  await client.query(
    `with made as (
  insert into commerce.subscriptions
  select (jsonb_populate_record(t, jsonb_build_object('id', uuidv7()))).*
  from commerce.subscriptions t, generate_series(2, $2) where t.id = $1
  returning team_id, id
)
insert into commerce.subscription_dues (team_id, subscription_id, due_at) select team_id, id, $3 from made`,
    [id, COUNT, dueAt.toISOString()],
  );
}

/** Seconds from when they were due until the last one had its invoice. */
async function invoiced(client: Client, teamId: string, dueAt: Date): Promise<number> {
  const isDone = async (): Promise<boolean> => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::integer as count from commerce.invoices where team_id = $1",
      [teamId],
    );
    return (rows[0]?.count ?? 0) >= COUNT;
  };
  if (!(await until(isDone, LIMIT_MS))) throw new Error("Not every subscription has its invoice.");
  return (Date.now() - dueAt.getTime()) / 1_000;
}
