import { readFileSync } from "node:fs";
import { randomBytes, randomUUID } from "node:crypto";
import { Client } from "pg";
import { baseUrl } from "../../dev/src/components/service.ts";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { until } from "../../dev/src/process/until.ts";
import type { Progress } from "../../dev/src/progress.ts";
import type { ThreefoldTeam } from "./deliveries/plan.ts";
import type {
  AppFacts,
  BookingsSeed,
  ChartFacts,
  KnowledgeFacts,
  LargeFacts,
  PayerFacts,
  RuledFacts,
  WebhookTeam,
} from "./facts.ts";
import { benchPorts } from "./ports.ts";
import { createTeam, mintToken, type Team } from "../../dev/src/teams.ts";

/** Facts of the seed. */
export interface Seeded {
  team: Team;
  tokens: string[];
  tableId: string;
  /** A smaller table with formula columns. */
  computedTableId: string;
  /** A table that takes batches, so that the lists of the others stay as they are. */
  batchTableId: string;
  rowIds: string[];
  peerPassword: string;
  webhooks: WebhookTeam[];
  large?: LargeFacts;
  threefold?: ThreefoldTeam[];
  feedTokens?: string[];
  contactTokens?: string[];
  /** Whether that team has many files. */
  hasFiles?: boolean;
  bookings?: BookingsSeed;
  payers?: PayerFacts[];
  charts?: ChartFacts;
  apps?: AppFacts;
  knowledge?: KnowledgeFacts;
  ruled?: RuledFacts;
}

const rowCount = 100_000;
/** Rows of another team in the same tables, so that row-level security has something to hide. */
const foreignRowCount = 20_000;
/** One token may send 10,000 requests a minute; this many cover the fastest run on this kind of machine. */
const tokenCount = 40;
const sampleCount = 5_000;
const promotionLimitMs = 120_000;
/** One endpoint has at most four attempts under way; this many do not wait for each other. */
const endpointCount = 16;

const columns = [
  { name: "customer", type: "text", required: true },
  { name: "status", type: "text" },
  { name: "amount", type: "number" },
  { name: "ordered_on", type: "date" },
  { name: "note", type: "text" },
];

/** The same with what computed=1 is measured by: numbers, texts and dates. */
const computedColumns = [
  ...columns,
  { name: "gross", type: "formula", formula: "ROUND({amount} * 1.19, 2)" },
  { name: "label", type: "formula", formula: 'UPPER({customer}) & " (" & {status} & ")"' },
  { name: "due_on", type: "formula", formula: 'DATE_ADD({ordered_on}, 14, "days")' },
];
const computedRowCount = 5_000;

/** A form that fills a contact; `FORM` of the scenarios is its slug. */
const signup = {
  title: "Bench signup",
  status: "published",
  fields: [
    { id: "email", label: "E-mail address", type: "email", required: true, maps_to: "email" },
    { id: "name", label: "First name", type: "short_text", maps_to: "first_name" },
  ],
};

/** Fills a fresh fleet: two teams with a table each, the peer's copy of both, and tokens. */
export async function seed(fleet: Fleet, progress: Progress): Promise<Seeded> {
  const team = await createTeam(fleet, { slug: "bench" });
  const other = await createTeam(fleet, { slug: "bench-other" });
  const tokens = await mintTokens(fleet, team.slug, tokenCount);
  const tableId = await createTable(fleet, tokens[0] ?? "", "Orders", columns);
  const computedTableId = await createTable(fleet, tokens[0] ?? "", "Invoices", computedColumns);
  const batchTableId = await createTable(fleet, tokens[0] ?? "", "Imports", columns);
  await post(fleet, tokens[0] ?? "", "/api/v1/forms", signup);
  const [otherToken = ""] = await mintTokens(fleet, other.slug, 1);
  const otherTableId = await createTable(fleet, otherToken, "Orders", columns);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await progress.step(`storing ${rowCount} rows`, async () => {
      await insertRows(client, team.id, tableId, rowCount);
      await insertRows(client, other.id, otherTableId, foreignRowCount);
    });
    await client.query(readFileSync(new URL("servers/floor.sql", import.meta.url), "utf8"));
    const peerPassword = await progress.step("copying them for the peer", () => makePeerTables(client));
    await insertRows(client, team.id, computedTableId, computedRowCount);
    await progress.step("waiting for the tables to have grown", () =>
      promoted(client, [tableId, otherTableId]),
    );
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    const { rows } = await client.query<{ id: string }>(
      "select id from data.rows where team_id = $1 and table_id = $2 order by md5(id::text) limit $3",
      [team.id, tableId, sampleCount],
    );
    const webhooks = await createEndpoints(fleet);
    return {
      team,
      tokens,
      tableId,
      computedTableId,
      batchTableId,
      rowIds: rows.map(({ id }) => id),
      peerPassword,
      webhooks,
    };
  } finally {
    await client.end();
  }
}

/**
 * Resolves once the keeper has moved the tables: what the floor asks is captured afterwards, and names their rows'
 * place.
 */
async function promoted(client: Client, tableIds: readonly string[]): Promise<void> {
  const text = "select count(*)::int as moved from data.storages where table_id = any ($1)";
  const isMoved = async () =>
    (await client.query<{ moved: number }>(text, [tableIds])).rows[0]?.moved === tableIds.length;
  if (!(await until(isMoved, promotionLimitMs))) throw new Error("The keeper does not move the tables.");
}

/** Service tokens of the team. */
export async function mintTokens(fleet: Fleet, team: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1)
    tokens.push((await mintToken(fleet, { team, type: "service", name: `bench ${index}` })).value);
  return tokens;
}

/** A table of the team, with the columns of orders when none are given. */
export async function createTable(
  fleet: Fleet,
  token: string,
  name: string,
  its: readonly object[] = columns,
): Promise<string> {
  const table = await post(fleet, token, "/api/v1/data/tables", { display_name: name, columns: its });
  return String(table["id"]);
}

/** Teams of their own: the contacts of the other scenarios cause no deliveries. */
async function createEndpoints(fleet: Fleet): Promise<WebhookTeam[]> {
  const teams: WebhookTeam[] = [];
  for (let index = 0; index < endpointCount; index += 1) {
    const { slug } = await createTeam(fleet, { slug: `bench-webhooks-${index}` });
    const [token = ""] = await mintTokens(fleet, slug, 1);
    const url = `http://127.0.0.1:${benchPorts(fleet.ports.gateway).sink}/${slug}`;
    const endpoint = await post(fleet, token, "/api/v1/webhooks", { url, events: ["contact.created"] });
    teams.push({ slug, token, secret: String(endpoint["secret"]) });
  }
  return teams;
}

/** A POST that must be answered 201; answers its body. */
export async function post(
  fleet: Fleet,
  token: string,
  path: string,
  body: object,
  status = 201,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${baseUrl(fleet)}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`POST ${path} was answered ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Stores rows; `after` numbers them on behind others, `into` is the physical table of one that has moved. */
export async function insertRows(
  client: Client,
  teamId: string,
  tableId: string,
  count: number,
  { into = "data.rows", after = 0 }: { into?: string; after?: number } = {},
): Promise<void> {
  const text = readFileSync(new URL("seed.sql", import.meta.url), "utf8").replace("data.rows", into);
  await writeAs(client, teamId, text, [tableId, count, after]);
}

/** Runs a statement as a service token of the team would: with undo records. */
export async function writeAs(
  client: Client,
  teamId: string,
  text: string,
  values: unknown[],
): Promise<void> {
  await client.query("begin");
  const settings = { team_id: teamId, actor_type: "service", actor_id: randomUUID(), token_id: randomUUID() };
  const all = { ...settings, request_id: randomUUID(), changeset_id: randomUUID() };
  for (const [name, value] of Object.entries(all))
    await client.query("select set_config($1, $2, true)", [`app.${name}`, value]);
  await client.query(text, values);
  await client.query("commit");
}

async function makePeerTables(client: Client): Promise<string> {
  const password = randomBytes(18).toString("hex");
  await client.query(`create role peer login password '${password}'`);
  await client.query(readFileSync(new URL("servers/peer.sql", import.meta.url), "utf8"));
  return password;
}
