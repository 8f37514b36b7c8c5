import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { makeCompany, recallOf, type Question } from "../quality/company.ts";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** How well questions find their answers (context.ranking): 300 about a company, with one judged answer to each. */
const INDEXED_MS = 60_000;
const RECALL_MIN = 0.75;

let token = "";
let questions: Question[] = [];
const found: string[][] = [];

async function ask(query: string): Promise<string[]> {
  const answer = await send({
    method: "POST",
    path: "/api/v1/context",
    token,
    body: { query, mode: "text" },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as { results: { id: string }[] }).results.map(({ id }) => id);
}

before(async () => {
  ({ token } = await newTeam("quality"));
  questions = await makeCompany(token);
  // What was written last: a stray note, and a contact.
  for (const last of ["citric acid", "Solberg insurance"])
    await until("the company is in the index", INDEXED_MS, async () => (await ask(last))[0]);
  for (const { text } of questions) found.push(await ask(text));
});

describe("of 300 questions about a company", () => {
  test("words find the answer to three quarters among the first ten results", (context) => {
    assert.equal(questions.length, 300);
    const missed = questions.filter(({ answer }, at) => found[at]?.includes(answer) !== true);
    context.diagnostic(`recall@10 by words: ${recallOf(questions, found).toFixed(3)}`);
    context.diagnostic(`missed: ${missed.map(({ text }) => text).join(" | ")}`);
    assert.ok(recallOf(questions, found) >= RECALL_MIN);
  });

  const worse: [name: string, search: (found: readonly (readonly string[])[]) => (readonly string[])[]][] = [
    ["answers what the question before was about", (all) => [all.at(-1) ?? [], ...all.slice(0, -1)]],
    ["loses the five best results", (all) => all.map((ids) => ids.slice(5))],
    ["finds nothing", (all) => all.map(() => [])],
  ];
  for (const [name, search] of worse) {
    test(`a search is not good enough that ${name}`, () => {
      assert.ok(recallOf(questions, search(found)) < RECALL_MIN);
    });
  }
});
