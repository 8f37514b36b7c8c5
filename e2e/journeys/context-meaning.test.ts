import { testEmbedder, until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { embedBy } from "../src/knowledge.ts";

/** Questions by their meaning, with an address of embeddings that behaves well or badly (context.modes). */
const EMBEDDED_MS = 60_000;
/** As long as auth asks an address that failed no more questions, and a bit. */
const RESTED_MS = 60_000;

interface Found {
  results: { id: string; title: string; matched: string[] }[];
  mode_used: string;
}
interface Team {
  slug: string;
  token: string;
}
const embedder = await testEmbedder();
let ours: Team;
let theirs: Team;

async function make({ token }: Team, first_name: string, notes: string): Promise<string> {
  const body = { first_name, notes };
  const answer = await send({ method: "POST", path: "/api/v1/contacts", token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return (answer.body as { id: string }).id;
}

async function ask(query: string, mode?: string, { token } = ours): Promise<Found> {
  const body = mode === undefined ? { query } : { query, mode };
  const answer = await send({ method: "POST", path: "/api/v1/context", token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Found;
}

const answersBy = (mode: string, query: string, team = ours) =>
  until(`questions are asked by ${mode}`, RESTED_MS, async () => {
    const found = await ask(query, mode, team);
    return found.mode_used === mode ? found : undefined;
  });

before(async () => {
  [ours, theirs] = [await newTeam("meaning"), await newTeam("meaning-canary")];
  for (const team of [ours, theirs]) await embedBy(team.slug, embedder.url);
  await make(ours, "Ada", "Grows orchids in a greenhouse");
  await make(ours, "Bo", "Repairs violins");
  await make(theirs, "Canary", "Repairs violins in a greenhouse");
  for (const team of [ours, theirs])
    await until("there are vectors", EMBEDDED_MS, async () => {
      const { results, mode_used } = await ask("orchid violin", "semantic", team);
      return mode_used === "semantic" && results.length === (team === ours ? 2 : 1) ? true : undefined;
    });
});

test("by meaning alone and by both it is told how each passage was found, and another team's are not", async () => {
  const near = await ask("a violins' repairer", "semantic");
  assert.deepEqual(
    near.results.map(({ title, matched }) => [title, matched]),
    [
      ["Bo", ["semantic"]],
      ["Ada", ["semantic"]],
    ],
  );
  const both = await ask("violins");
  assert.equal(both.mode_used, "hybrid");
  assert.deepEqual(both.results[0]?.matched, ["text", "semantic"]);
  assert.ok([...near.results, ...both.results].every(({ title }) => title !== "Canary"));
});

const faults: [name: string, way: Parameters<typeof embedder.answerBy>[0]][] = [
  ["answers 500", (_asked, response) => void response.writeHead(500).end()],
  ["hangs", () => undefined],
  [
    "answers what is no vector",
    (_asked, response) => void response.end('{"data": [{"index": 0, "embedding": ["NaN"]}]}'),
  ],
];
for (const [name, way] of faults)
  test(`while the address ${name} questions are answered by their words, and by both after`, async () => {
    embedder.answerBy(way);
    for (const mode of ["hybrid", "semantic"]) {
      const { results, mode_used } = await ask("violins", mode);
      assert.deepEqual(
        [mode_used, results.map(({ title, matched }) => [title, matched])],
        ["text", [["Bo", ["text"]]]],
      );
    }
    embedder.answerBy();
    await answersBy("hybrid", "violins");
  });

test("a team that takes it back is asked by words, and its questions leave the fleet no more", async () => {
  await jst("config", "set", "--team", ours.slug, "context.embeddings", "false");
  await until("questions are asked by words", RESTED_MS, async () =>
    (await ask("violins")).mode_used === "text" ? true : undefined,
  );
  embedder.asked.length = 0;
  await ask("violins", "semantic");
  assert.deepEqual(embedder.asked, []);
  await answersBy("hybrid", "violins", theirs);
});
