import { testEmbedder, until, vectorOf } from "@jst/testing";
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { TEST_SECRETS, testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf, sql } = await testAuth();
const embedder = await testEmbedder();
let slug: string;
let team: string;

before(async () => {
  slug = await newTeam();
  team = await teamIdOf(slug);
});
beforeEach(() => {
  embedder.asked.length = 0;
  embedder.answerBy();
});

async function set(settings: Record<string, unknown>, of = slug): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const key = name === "" ? "context.embeddings" : `context.embeddings.${name}`;
    assert.equal((await door.operate("SetConfig", { team: of, key, value })).status, 200, name);
  }
}

function embed(texts: string[], of = team) {
  return door.callAs("crm", "Embed", { team_id: of, texts });
}

test("nothing leaves the fleet before the team has said so, and nothing once it has taken that back", async () => {
  await set({ url: embedder.url, model: "test" });
  assert.deepEqual((await embed(["a text"])).body, { vectors: [], failure: "off" });
  await set({ "": "true" });
  assert.equal((await embed(["a text"])).body.failure, undefined);
  assert.equal(embedder.asked.length, 1);
  await set({ "": "false" });
  assert.equal((await embed(["a text"])).body.failure, "off");
  await set({ "": true });
  await door.operate("SetConfig", { team: slug, key: "modules.context.enabled", value: false });
  assert.equal((await embed(["a text"])).body.failure, "off");
  await door.operate("SetConfig", { team: slug, key: "modules.context.enabled", value: true });
  assert.equal(embedder.asked.length, 1);
});

test("texts come back as vectors of length 1, in their order, whatever the order of the answer", async () => {
  embedder.answerBy(({ body }, response) => {
    const data = body.input.map((text, index) => ({
      index,
      embedding: vectorOf(text).map((one) => one * 7),
    }));
    response.end(JSON.stringify({ data: data.reverse() }));
  });
  const { body } = await embed(["red apples", "a blue car"]);
  assert.equal(body.size, 384);
  for (const [index, text] of ["red apples", "a blue car"].entries()) {
    const given = vectorOf(text);
    const length = Math.hypot(...given);
    const bytes = Buffer.from(body.vectors[index] ?? "", "base64");
    for (const [at, one] of given.entries())
      assert.ok(Math.abs(bytes.readFloatLE(at * 4) - one / length) < 1e-6);
  }
});

test("the address is told model, texts, dimensions where they are set, and the key, which is sealed and shown by nothing", async () => {
  const key = "sk-very-secret-of-the-team";
  await set({ key, dimensions: "128" });
  assert.equal((await embed(["a text"])).body.size, 128);
  const [{ headers, body } = assert.fail()] = embedder.asked;
  assert.deepEqual(body, { model: "test", input: ["a text"], dimensions: 128 });
  assert.equal(headers.authorization, `Bearer ${key}`);
  const rows = await sql("select value, sealed from auth.settings where key = 'context.embeddings.key'");
  assert.equal(JSON.stringify(rows).includes(key), false);
  assert.ok(TEST_SECRETS.open(rows[0]?.sealed as Buffer, `${team}/context.embeddings.key`) === key);
  await set({ key: "", dimensions: "" });
  await embed(["a text"]);
  assert.equal(embedder.asked[1]?.headers.authorization, undefined);
});

test("another address, model or number of dimensions is another embedder; the key is not part of it", async () => {
  const name = async () => (await embed(["x"])).body.embedder;
  const first = await name();
  await set({ key: "another" });
  assert.equal(await name(), first);
  await set({ model: "other" });
  const other = await name();
  assert.notEqual(other, first);
  await set({ dimensions: 64 });
  assert.notEqual(await name(), other);
  await set({ dimensions: null, model: "test", key: "" });
  assert.equal(await name(), first);
});

test("teams do not share an embedder's key or address", async () => {
  const stranger = await newTeam();
  assert.equal((await embed(["x"], await teamIdOf(stranger))).body.failure, "off");
});

for (const [name, key, value] of [
  ["neither on nor off", "context.embeddings", "maybe"],
  ["a private address", "context.embeddings.url", "https://10.0.0.7/v1/embeddings"],
  ["an address of the cloud", "context.embeddings.url", "https://169.254.169.254/latest"],
  ["plain http", "context.embeddings.url", "http://example.com/v1/embeddings"],
  ["no address", "context.embeddings.url", "example"],
  ["a user in the address", "context.embeddings.url", "https://ada:pw@example.com/"],
  ["a model of two lines", "context.embeddings.model", "a\nb"],
  ["a key with a blank", "context.embeddings.key", "sk a"],
  ["no dimensions", "context.embeddings.dimensions", 0],
  ["too many dimensions", "context.embeddings.dimensions", "4001"],
  ["a key that is none", "context.embeddings.secret", "x"],
] as const) {
  test(`embeddings: ${name} is 422`, async () => {
    assert.equal((await door.operate("SetConfig", { team: slug, key, value })).status, 422);
  });
}

test("who leaves ends the request to the address, which is asked again by who comes next", async () => {
  const own = await newTeam();
  const team_id = await teamIdOf(own);
  await set({ url: embedder.url, model: "test", "": "true" }, own);
  let isLeft = false;
  embedder.answerBy((_asked, response) => response.on("close", () => (isLeft = true)));
  const asking = new AbortController();
  const passages = { team_id, texts: ["a text"] };
  const reply = door.callAs("crm", "Embed", passages, undefined, { signal: asking.signal });
  const left = assert.rejects(reply, { code: 1 });
  await until("the address is asked", 10_000, () => embedder.asked.at(0));
  assert.equal(isLeft, false);
  asking.abort();
  await left;
  await until("the request to the address has ended", 10_000, () => isLeft || undefined);
  embedder.answerBy();
  const question = { ...passages, is_query: true };
  assert.equal((await door.callAs("crm", "Embed", question)).body.failure, undefined);
});

test("services that have nothing to be found are refused", async () => {
  await assert.rejects(door.callAs("comms", "Embed", { team_id: team, texts: ["x"] }), /UNAUTHENTICATED/);
});
