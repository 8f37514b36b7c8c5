import { packedVector, testEmbedders, testIndexer } from "@jst/search/testing";
import { testCaller, until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { SearchFound, SearchWanted } from "../../gen/rpc.ts";
import { testCrm } from "../testing/test-crm.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testCrm();
const embedders = testEmbedders();
const { caughtUp } = testIndexer(searchSources, database, embedders);
const [caller, other] = [testCaller(), testCaller()];
const ids: Record<string, string> = {};

const meaningOf = (text: string, embedder = "one", size = 384) => ({
  embedder,
  vector: packedVector(text, size),
});

async function search(
  query: string,
  asked: Partial<SearchWanted> = { meaning: meaningOf(query), by_meaning_alone: true },
  by = caller,
): Promise<SearchFound> {
  const body = { team_id: by.team_id, query, limit: 10, kinds: ["contacts"], ...asked };
  const reply = await door.callAs("agent", "SearchContacts", body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body as SearchFound;
}
const idsOf = ({ passages }: SearchFound) => passages.map(({ id }) => id);
const nearest = async (query: string, by = caller) =>
  (await search(query, { meaning: meaningOf(query), by_meaning_alone: true }, by)).passages.toSorted(
    (one, another) => (another.nearness ?? 0) - (one.nearness ?? 0),
  );

const embedded = () =>
  until("the vectors are made", 30_000, () =>
    withClient(database.superuserUrl, async (client) => {
      const text = `select (select count(*) from crm.search_entries) = (select count(*) from crm.search_vectors) as is_made`;
      const { rows } = await client.query<{ is_made: boolean }>(text);
      return rows[0]?.is_made === true ? true : undefined;
    }),
  );

before(async () => {
  embedders.teams = [caller, other].map(({ team_id }) => ({ team_id, embedder: "one" }));
  const people = { ada: "Grows orchids in a greenhouse", bo: "Repairs violins", cy: "Sells violin strings" };
  for (const [name, notes] of Object.entries(people)) {
    const reply = await door.call("CreateContact", { caller, body: { first_name: name, notes } });
    ids[name] = (reply.body as { id: string }).id;
  }
  const theirs = {
    caller: other,
    body: { first_name: "Canary", notes: "Repairs violins and sells strings" },
  };
  assert.equal((await door.call("CreateContact", theirs)).status, 201);
  await caughtUp();
  await embedded();
});

test("what is near to the question's meaning is found without its words, the nearest the nearer (context.modes)", async () => {
  const { passages, has_vectors } = await search("greenhouses");
  assert.equal(has_vectors, true);
  assert.deepEqual(
    passages.map(({ score, is_near }) => [score, is_near]),
    Array(3).fill([0, true]),
  );
  assert.equal((await nearest("greenhouses"))[0]?.id, ids["ada"]);
  assert.equal((await nearest("violin repairs"))[0]?.id, ids["bo"]);
});

test("by words and meaning everything that one of them finds is compared both ways", async () => {
  const { passages } = await search("orchids", { meaning: meaningOf("violins"), limit: 1 });
  const shown = passages.map(({ id, score, nearness = -1, is_near }) => [
    id,
    score > 0,
    nearness > 0.3,
    is_near,
  ]);
  const [near] = await nearest("violins");
  assert.deepEqual(shown, [
    [ids["ada"], true, false, false],
    [near?.id, false, true, true],
  ]);
  assert.ok(passages.every(({ nearness }) => nearness !== undefined));
});

test("a contact is found that has no vector yet, by its words", async () => {
  embedders.isAway = true;
  const reply = await door.call("CreateContact", {
    caller,
    body: { first_name: "Dee", notes: "Tunes harps" },
  });
  const { id } = reply.body as { id: string };
  await caughtUp();
  const { passages } = await search("harps", { meaning: meaningOf("harps") });
  assert.deepEqual(passages.find((one) => one.id === id)?.nearness, undefined);
  assert.equal(passages[0]?.id, id);
  await door.call("ArchiveContact", { caller, path: { contact_id: id } });
  await caughtUp();
  embedders.isAway = false;
});

test("another team's vectors are never found, though they are nearer", async () => {
  assert.equal((await search("Repairs violins and sells strings", undefined, other)).passages.length, 1);
  const found = await search("Repairs violins and sells strings");
  assert.deepEqual(idsOf(found).toSorted(), [ids["ada"], ids["bo"], ids["cy"]].toSorted());
  const nobody = await search("violins", undefined, testCaller());
  assert.deepEqual(nobody, { passages: [], has_vectors: false });
});

test("an archived contact is not found, at once and after", async () => {
  const path = { contact_id: ids["cy"] ?? "" };
  await door.call("ArchiveContact", { caller, path });
  for (const wait of [() => Promise.resolve(), caughtUp]) {
    await wait();
    assert.ok(!idsOf(await search("violin strings")).includes(path.contact_id));
  }
  await door.call("UpdateContact", { caller, path, body: { archived: false } });
  await caughtUp();
  await embedded();
  assert.equal((await nearest("violin strings"))[0]?.id, ids["cy"]);
});

describe("a vector that the team's cannot be compared with finds nothing by meaning, and words still do", () => {
  const foreign: [name: string, meaning: { embedder: string; vector: string }][] = [
    ["of another embedder", meaningOf("violins", "two")],
    ["of another size", meaningOf("violins", "one", 768)],
    ["of more numbers than any has", meaningOf("violins", "one", 4_001)],
    ["of half a number", { embedder: "one", vector: Buffer.alloc(1_534).toString("base64") }],
    ["that is no base64", { embedder: "one", vector: "?" }],
  ];
  for (const [name, meaning] of foreign)
    test(name, async () => {
      assert.deepEqual(await search("x", { meaning, by_meaning_alone: true }), {
        passages: [],
        has_vectors: false,
      });
      const { passages, has_vectors } = await search("orchids", { meaning });
      assert.deepEqual([passages.map(({ id }) => id), has_vectors], [[ids["ada"]], false]);
    });

  test("of noughts, to which nothing is near", async () => {
    const meaning = { embedder: "one", vector: Buffer.alloc(384 * 4).toString("base64") };
    const { passages } = await search("orchids", { meaning });
    assert.deepEqual(
      passages.map(({ id, is_near }) => [id, is_near]),
      [[ids["ada"], false]],
    );
  });
});
