import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { jst } from "./fleet.ts";
import { send } from "./http.ts";
import { asked } from "./killing.ts";
import { asSuperuser } from "./tampering.ts";

/** One passage of an answer of POST /context. */
export interface FoundResult {
  source: string;
  id: string;
  title: string;
  snippet: string;
}

/** A table of notes with its column, and a base of a team. */
export async function makePlaces(
  token: string,
): Promise<{ tableId: string; columnId: string; baseId: string }> {
  const columns = [{ name: "note", type: "long_text" }];
  const table = await asked(token, "data/tables", { display_name: "Notes", columns });
  const base = await asked(token, "bases", { name: "Handbook" });
  const [column] = table["columns"] as { id: string }[];
  return { tableId: String(table["id"]), columnId: column?.id ?? "", baseId: String(base["id"]) };
}

/** Returns the passages that a question finds. */
export async function findIn(token: string, body: object): Promise<FoundResult[]> {
  const answer = await send({ method: "POST", path: "/api/v1/context", token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as { results: FoundResult[] }).results;
}

/** How many entries of a team each service has in its index, once nothing waits to be walked through. */
export async function entriesOf(slug: string): Promise<Record<string, number> | undefined> {
  const { indexes } = await jst<{ indexes: { service: string; entries: number; walks: unknown[] }[] }>(
    "context",
    "status",
    "--team",
    slug,
  );
  if (indexes.some(({ walks }) => walks.length > 0)) return undefined;
  return Object.fromEntries(indexes.map(({ service, entries }) => [service, entries]));
}

/** Resolves once the indexes have exactly so many entries; rejects when they do not in time. */
export function untilEntries(slug: string, wanted: Record<"data" | "crm", number>, ms: number) {
  return until(`the indexes have ${JSON.stringify(wanted)}`, ms, async () => {
    const entries = await entriesOf(slug);
    return entries?.["data"] === wanted.data && entries["crm"] === wanted.crm ? true : undefined;
  });
}

/** Has the team's texts turned into vectors by the address. */
export async function embedBy(slug: string, url: string): Promise<void> {
  const settings = { ".url": url, ".model": "test", "": "true" };
  for (const [name, value] of Object.entries(settings))
    await jst("config", "set", "--team", slug, `context.embeddings${name}`, value);
}

/** Resolves once every entry of the team has its vector, and none waits for another one. */
export async function untilEmbedded(slug: string, withinMs: number): Promise<void> {
  await until(`the vectors of ${slug} are made`, withinMs, async () => {
    const { indexes } = await jst<{
      indexes: { entries: number; vectors?: { made: number; waiting: number } }[];
    }>(...["context", "status", "--team", slug]);
    return indexes.every(({ entries, vectors }) => vectors?.made === entries && vectors.waiting === 0)
      ? true
      : undefined;
  });
}

/** Every vector that is kept of the team, by the id of its entry. */
export async function vectorsOf(slug: string): Promise<Map<string, number[]>> {
  const ofSchema = (schema: string) =>
    `select v.id, v.vector::text from ${schema}.search_vectors v join auth.teams t on t.team_id = v.team_id where t.slug = $1`;
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ id: string; vector: string }>(
      `${ofSchema("data")} union all ${ofSchema("crm")}`,
      [slug],
    );
    return new Map(rows.map(({ id, vector }) => [id, JSON.parse(vector) as number[]]));
  });
}
