import { Client } from "pg";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import { callOperator } from "../../dev/src/operator.ts";
import { authRpc, createTeam } from "../../dev/src/teams.ts";
import { companyWords, numbers } from "../../e2e/quality/company.ts";
import type { BenchSettings } from "./config.ts";
import type { KnowledgeFacts } from "./facts.ts";
import { untilEmbedded, untilIndexed } from "./index-state.ts";
import { benchPorts } from "./ports.ts";
import { mintTokens, post, writeAs } from "./seed.ts";

const slug = "bench-knowledge";
const tokenCount = 20;
/** As many as one request takes. */
const rowsAtOnce = 500;
const blocksAtOnce = 100;
const words = { row: 14, notes: 8, block: 30 };
const customers = 9_973;

/**
 * A team whose rows, contacts and blocks say what the company of the quality set says, in no order; its indexes and
 * vectors have been kept by the services.
 */
export async function seedKnowledge(
  fleet: Fleet,
  { knowledgeRows }: BenchSettings,
  tell: (text: string) => void,
): Promise<KnowledgeFacts> {
  const { id: teamId } = await createTeam(fleet, { slug });
  const tokens = await mintTokens(fleet, slug, tokenCount);
  const [token = ""] = tokens;
  const tableId = await storeRows(fleet, token, knowledgeRows);
  await storeBlocks(fleet, token, knowledgeRows / 20);
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await storeContacts(client, teamId, knowledgeRows / 5);
    await untilIndexed(client);
    await embedBy(fleet, `http://127.0.0.1:${benchPorts(fleet.ports.gateway).embedder}/v1/embeddings`);
    await untilEmbedded(client, teamId, tell);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
  return { tokens, tableId };
}

/** Has the team's texts turned into vectors by the address. */
async function embedBy(fleet: Fleet, url: string): Promise<void> {
  for (const [name, value] of Object.entries({ ".url": url, ".model": "bench", "": "true" }))
    await callOperator(fleet, authRpc("SetConfig"), { team: slug, key: `context.embeddings${name}`, value });
}

/** Texts of so many words of the company each, the frequent ones as often as it has them. */
function texts(seed: number): (length: number) => string {
  const all = companyWords();
  const next = numbers(seed);
  return (length) => Array.from({ length }, () => all[next(all.length)] ?? "").join(" ");
}

async function storeRows(fleet: Fleet, token: string, count: number): Promise<string> {
  const columns = [
    { name: "customer", type: "text" },
    { name: "amount", type: "number" },
    { name: "note", type: "long_text" },
  ];
  const table = await post(fleet, token, "/api/v1/data/tables", { display_name: "Orders", columns });
  const path = `/api/v1/data/tables/${String(table["id"])}/rows:batch`;
  const text = texts(1);
  for (let stored = 0; stored < count; stored += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - stored) }, (_, at) => ({
      data: { customer: `Customer ${(stored + at) % customers}`, amount: at, note: text(words.row) },
    }));
    await post(fleet, token, path, { rows }, 200);
  }
  return String(table["id"]);
}

async function storeBlocks(fleet: Fleet, token: string, count: number): Promise<void> {
  const text = texts(2);
  for (let stored = 0; stored < count; stored += blocksAtOnce) {
    const base = await post(fleet, token, "/api/v1/bases", { name: `Handbook ${stored / blocksAtOnce}` });
    const blocks = Array.from({ length: Math.min(blocksAtOnce, count - stored) }, (_, at) =>
      at % 10 === 0 ? { type: "heading", text: text(4) } : { type: "paragraph", text: text(words.block) },
    );
    await post(fleet, token, `/api/v1/bases/${String(base["id"])}/blocks`, { blocks });
  }
}

async function storeContacts(client: Client, teamId: string, count: number): Promise<void> {
  const text = texts(3);
  const made = (length: number) => Array.from({ length: count }, () => text(length));
  await writeAs(
    client,
    teamId,
    `insert into crm.contacts (team_id, first_name, last_name, company, notes, display_name, is_name_set, email,
      additional_emails, additional_phones, tags, custom, created_by_type, created_by_id)
    select $1, t.first, t.last, t.company, t.notes, t.first || ' ' || t.last, false, 'name.' || t.n || '@example.org',
      '{}', '{}', '{}', '{}', 'service', 'bench'
    from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality t (first, last, company, notes, n)`,
    [teamId, made(1), made(1), made(2), made(words.notes)],
  );
}
