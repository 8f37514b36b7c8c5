// Proves: libs/search services/data/src/search libs/query
import { testIndexer } from "@jst/search/testing";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { SearchFound } from "../../gen/rpc.ts";
import { testData } from "../testing/test-data.ts";
import { searchSources } from "./sources.ts";

const QUESTIONS = 10_000;
/** Questions that are under way at once. */
const ASKERS = 4;
const ROWS = 400;

const { database, door } = await testData();
const { caughtUp } = testIndexer(searchSources, database);
const [own, other] = [testCaller(), testCaller()];

/** Words that both teams have. */
const shared = [
  "oak",
  "chair",
  "table",
  "invoice",
  "delivery",
  "walnut",
  "lamp",
  "monday",
  "stuttgart",
  "varnish",
];
/** Words that the other team alone has. */
const canaries = ["quagga", "zymurgy", "cassowary", "xylograph"];

const random = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

async function fill(caller: typeof own, words: () => string): Promise<Set<string>> {
  const made = async (rpc: string, body: object, path = {}) => {
    const reply = await door.call(rpc, { caller, path, body });
    assert.ok(reply.status < 300, JSON.stringify(reply.body));
    return reply.body as { id: string; rows: { id: string }[] };
  };
  const columns = [{ name: "note", type: "long_text" }];
  const { id: table_id } = await made("CreateTable", { display_name: "Notes", columns });
  const rows = Array.from({ length: ROWS }, () => ({ data: { note: words() } }));
  const batch = await made("BatchRows", { rows }, { table_id });
  return new Set(batch.rows.map(({ id }) => id));
}

let ownIds = new Set<string>();
before(async () => {
  ownIds = await fill(own, () => Array.from({ length: 6 }, () => random(shared)).join(" "));
  await fill(other, () => `${random(canaries)} ${Array.from({ length: 5 }, () => random(shared)).join(" ")}`);
  await caughtUp();
});

async function ask(query: string, caller = own): Promise<SearchFound["passages"]> {
  const body = { team_id: caller.team_id, query, limit: 50, kinds: ["rows", "blocks"] };
  const reply = await door.callAs("agent", "SearchData", body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body as SearchFound).passages;
}

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
  return `${Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => slip(random([...shared, ...canaries]))).join(" ")} ?`;
}

test("10,000 random questions find nothing of another team, and their canaries are there for that team (operation.tenancy)", async () => {
  for (const canary of canaries) assert.ok((await ask(canary, other)).length > 0, canary);
  let [asked, found] = [0, 0];
  const work = async () => {
    while (asked < QUESTIONS) {
      asked += 1;
      const query = question();
      for (const { id, title, snippet } of await ask(query)) {
        found += 1;
        assert.ok(ownIds.has(id), query);
        for (const canary of canaries) assert.ok(!`${title} ${snippet}`.includes(canary), query);
      }
    }
  };
  await Promise.all(Array.from({ length: ASKERS }, work));
  assert.ok(found > QUESTIONS, "questions find what is the team's own");
});
