import { createLogger } from "@jst/telemetry";
import { TEST_AUDIENCE, testPeer, TestServices, type Asked } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { internal, type EmbeddedTexts, type FoundPassage, type SearchFound } from "../../gen/internal.ts";
import { testPeers } from "../testing/test-peers.ts";
import { KnowledgeSources } from "./knowledge-sources.ts";
import { Meanings } from "./meanings.ts";
import { Searcher, type Mode } from "./searcher.ts";

const services = new TestServices(TEST_AUDIENCE);
const peer = (name: string, answer: (asked: Asked) => object) =>
  testPeer({ name, descriptor: internal.descriptor, services, answer });

const passage = (kind: string, id: string, how: Partial<FoundPassage>): FoundPassage => ({
  ...{ kind, id, parent_id: null, path: `/${id}`, title: id, snippet: id, score: 0, is_near: false, ...how },
});
const vectors: EmbeddedTexts = { embedder: "one", size: 1, vectors: ["AACAPw=="] };
let embedded: EmbeddedTexts = vectors;
let hasVectors = true;
/** Builds the reply of a service: the passages by words, and those by meaning if it is asked for them. */
const found = (all: FoundPassage[], { body }: Asked): SearchFound => ({
  passages: all.filter(
    ({ score, is_near }) =>
      (score > 0 && body.by_meaning_alone !== true) || (is_near && hasVectors && body.meaning !== undefined),
  ),
  has_vectors: hasVectors && body.meaning !== undefined,
});
/** Builds the reply of a service of an older release, which has no meanings and no vectors. */
const foundByOlder = (all: FoundPassage[]) => ({
  passages: all.filter(({ score }) => score > 0).map(({ kind, id, score }) => passage(kind, id, { score })),
});
let olderService = "";
const rows = [
  passage("rows", "words", { score: 0.9 }),
  passage("rows", "both", { score: 0.5, nearness: 0.6, is_near: true }),
];
const contacts = [passage("contacts", "near", { nearness: 0.8, is_near: true })];
/** The caller leaves as soon as account is asked. */
let leaving: AbortController | undefined;
const account = await peer("account", () => {
  leaving?.abort();
  return embedded;
});
const answering = (name: string, all: FoundPassage[]) =>
  peer(name, (asked) => (olderService === name ? foundByOlder(all) : found(all, asked)));
const data = await answering("data", rows);
const crm = await answering("crm", contacts);
const logger = createLogger("agent", "error");
const warnings: unknown[] = [];
logger.warn = (told: unknown) => void warnings.push(told);
const peers = testPeers({ account: account.address, data: data.address, crm: crm.address }, services);
const searcher = new Searcher(new KnowledgeSources(peers), new Meanings(peers.account, logger));
beforeEach(() => {
  for (const one of [account, data, crm]) one.asked.length = 0;
  warnings.length = 0;
  account.isSilent = false;
  leaving = undefined;
  embedded = vectors;
  hasVectors = true;
  olderService = "";
});

async function search(mode: Mode, team = randomUUID(), limit = 10, departure?: AbortSignal) {
  const wanted = { team_id: team, query: "who?", limit, timezone: "UTC" };
  const asked = { requestId: randomUUID(), deadline: Date.now() + 20_000 };
  const hop = departure === undefined ? asked : { ...asked, departure: () => departure };
  const sources = ["tables", "contacts"] as const;
  const { fused, modeUsed } = await searcher.search({ sources, mode, wanted }, hop);
  return [modeUsed, ...fused.map((one) => one.passage.id)];
}

test("hybrid is by both: what has a place in both orders comes first, over all services (context.modes)", async () => {
  assert.deepEqual(await search("hybrid"), ["hybrid", "both", "near", "words"]);
  assert.deepEqual(
    account.asked.map(({ body }) => [body.texts, body.is_query]),
    [[["who?"], true]],
  );
  for (const { body } of [...data.asked, ...crm.asked])
    assert.deepEqual([body.limit, body.meaning], [10, { embedder: "one", vector: "AACAPw==" }]);
});

test("semantic is by meaning alone, the nearest of all services first", async () => {
  assert.deepEqual(await search("semantic"), ["semantic", "near", "both"]);
});

test("a question that nobody waits for stops, and logs no warning", async () => {
  leaving = new AbortController();
  await assert.rejects(search("hybrid", randomUUID(), 10, leaving.signal));
  assert.equal(account.asked.length, 1);
  assert.deepEqual([data.asked, crm.asked, warnings], [[], [], []]);
});

test("text asks nobody for a vector, and each service for as many as are wanted", async () => {
  assert.deepEqual(await search("text", randomUUID(), 7), ["text", "words", "both"]);
  assert.equal(account.asked.length, 0);
  assert.deepEqual([data.asked[0]?.body.limit, data.asked[0]?.body.meaning], [7, undefined]);
});

test("no more is answered than is wanted", async () => {
  assert.deepEqual(await search("hybrid", randomUUID(), 1), ["hybrid", "both"]);
});

for (const mode of ["hybrid", "semantic"] as const) {
  test(`${mode} is by words for a team without an embedder, which is not asked for again at once`, async () => {
    embedded = { vectors: [], failure: "off" };
    const team = randomUUID();
    assert.deepEqual(await search(mode, team), ["text", "words", "both"]);
    assert.deepEqual(await search(mode, team), ["text", "words", "both"]);
    assert.equal(account.asked.length, 1);
    await search(mode);
    assert.equal(account.asked.length, 2);
  });

  for (const failure of ["away", "refused"])
    test(`${mode} is by words where the question is ${failure}, and the next one is asked again`, async () => {
      embedded = { embedder: "one", vectors: [], failure };
      const team = randomUUID();
      assert.deepEqual(await search(mode, team), ["text", "words", "both"]);
      embedded = vectors;
      assert.equal((await search(mode, team))[0], mode);
    });

  test(`${mode} is by words while account does not answer, long before the caller gives up`, async () => {
    account.isSilent = true;
    assert.deepEqual(await search(mode), ["text", "words", "both"]);
    assert.equal(warnings.length, 1);
  });

  for (const older of ["data", "crm"])
    test(`${mode} is by words, and says so, beside a ${older} that knows of no meaning yet`, async () => {
      olderService = older;
      assert.deepEqual(await search(mode), ["text", "words", "both"]);
    });

  test(`${mode} is by words as long as no service has vectors to compare with`, async () => {
    hasVectors = false;
    assert.deepEqual(await search(mode), ["text", "words", "both"]);
  });
}
