// Proves: libs/search services/data/src/search services/crm/src/search services/agent/src/context libs/query
import { testEmbedder } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newTeam } from "../src/fleet.ts";
import { codeOf, send } from "../src/http.ts";
import { asked } from "../src/killing.ts";
import { embedBy, findIn, makePlaces, untilEmbedded, untilEntries } from "../src/knowledge.ts";

const QUESTIONS = 10_000;
/** Questions that are under way at once. */
const ASKERS = 4;
const ROWS = 400;
const CONTACTS = 150;
const BLOCKS = 100;
const INDEXED_MS = 120_000;
const limits = { timeout: 1_200_000 };

/** Words that both teams have. */
const shared = [
  ...["oak", "chair", "table", "invoice", "delivery"],
  ...["walnut", "lamp", "monday", "stuttgart", "varnish"],
];
/** Words that the other team alone has. */
const canaries = ["quagga", "zymurgy", "cassowary", "xylograph"];
const embedder = await testEmbedder();
const modes = ["text", "semantic", "hybrid"] as const;
const sources = ["tables", "contacts", "bases"] as const;

interface Team {
  slug: string;
  token: string;
  tableId: string;
  baseId: string;
  ids: Set<string>;
}

const random = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const some = (count: number) => many(count, () => random(shared)).join(" ");

/** A team with rows, contacts and blocks that say what `words` gives. */
async function fill(name: string, words: () => string): Promise<Team> {
  const { slug, token } = await newTeam(name);
  const places = await makePlaces(token);
  const rows = many(ROWS, () => ({ data: { note: words() } }));
  const batch = await asked(token, `data/tables/${places.tableId}/rows:batch`, { rows });
  const blocks = many(BLOCKS, () => ({ type: "paragraph", text: words() }));
  const kept = await asked(token, `bases/${places.baseId}/blocks`, { blocks });
  const made = [...(batch["rows"] as { id: string }[]), ...(kept["blocks"] as { id: string }[])];
  for (let count = 0; count < CONTACTS; count += 1)
    made.push(
      (await asked(token, "contacts", { first_name: random(shared), notes: words() })) as { id: string },
    );
  await embedBy(slug, embedder.url);
  await untilEntries(slug, { data: ROWS + BLOCKS, crm: CONTACTS }, INDEXED_MS);
  await untilEmbedded(slug, INDEXED_MS);
  return { slug, token, ...places, ids: new Set(made.map(({ id }) => id)) };
}

let own: Team;
let other: Team;
before(async () => {
  own = await fill("canary-own", () => some(6));
  other = await fill("canary-other", () => `${random(canaries)} ${some(5)}`);
}, limits);

/** One to five words of both teams, some of them with a slip, cut short or in capitals. */
function question(): string {
  const slip = (word: string) => {
    const at = Math.floor(Math.random() * word.length);
    const forms = [
      word,
      word.slice(0, at + 1),
      word.slice(0, at) + word.slice(at + 1),
      word.toUpperCase(),
      `"${word}":*`,
    ];
    return random(forms);
  };
  return `${many(1 + Math.floor(Math.random() * 5), () => slip(random([...shared, ...canaries]))).join(" ")} ?`;
}

/** Everywhere, in one source, or in the table or base of one of the teams, maybe with a filter of rows. */
function place(): object {
  const { tableId, baseId } = random([own, other]);
  const table_ids = [tableId];
  const filter = { field: "note", op: "contains", value: random(canaries) };
  return random([
    {},
    {},
    ...sources.map((source) => ({ sources: [source] })),
    { table_ids },
    { base_ids: [baseId] },
    { table_ids, filter },
  ]);
}

test("the canaries are there for the team that has them, in rows, contacts and blocks", async () => {
  for (const query of canaries)
    for (const source of sources)
      assert.ok((await findIn(other.token, { query, sources: [source], limit: 50 })).length > 0, query);
});

test(
  "10,000 random questions by words and by meaning find nothing of another team (operation.tenancy)",
  limits,
  async (context) => {
    const counts = { asked: 0, refused: 0, found: 0 };
    const bySource = new Map<string, number>();
    const work = async () => {
      while (counts.asked < QUESTIONS) {
        counts.asked += 1;
        const body = { query: question(), mode: random(modes), limit: 50, ...place() };
        const answer = await send({ method: "POST", path: "/api/v1/context", token: own.token, body });
        const told = JSON.stringify(answer.body);
        if ([other.tableId, other.baseId].some((id) => JSON.stringify(body).includes(id))) {
          assert.equal(codeOf(answer), "validation_failed", told);
          counts.refused += 1;
          continue;
        }
        assert.equal(answer.status, 200, told);
        for (const canary of canaries) assert.ok(!told.includes(canary), `${JSON.stringify(body)}: ${told}`);
        for (const { id, source } of (answer.body as { results: { id: string; source: string }[] }).results) {
          assert.ok(own.ids.has(id), `${JSON.stringify(body)}: ${told}`);
          bySource.set(source, (bySource.get(source) ?? 0) + 1);
          counts.found += 1;
        }
      }
    };
    await Promise.all(many(ASKERS, work));
    context.diagnostic(`${JSON.stringify(counts)} ${JSON.stringify(Object.fromEntries(bySource))}`);
    for (const source of sources) assert.ok((bySource.get(source) ?? 0) > QUESTIONS, `${source} are found`);
  },
);
