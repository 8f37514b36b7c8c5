import { UrlGuard } from "@jst/jobs/outbound";
import { createLogger } from "@jst/telemetry";
import { type EmbeddingsAsked, testEmbedder } from "@jst/testing";
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, test } from "node:test";
import { Embeddings } from "./embeddings.ts";

const server = await testEmbedder();
const logger = createLogger("auth", "error");
const warnings: string[] = [];
logger.warn = (told: unknown, message?: string) => void warnings.push(JSON.stringify([told, message]));
const rules = { allowsLoopback: true, refusedHosts: [], refusedRanges: [] };
const local = new UrlGuard(rules, () => Promise.reject(new Error("nothing has a name here")));
const embeddings: Embeddings[] = [];
afterEach(() => {
  for (const one of embeddings) one.close();
});
after(() => server.answerBy());

function asker(guard = local): Embeddings {
  const one = new Embeddings(guard, logger);
  embeddings.push(one);
  return one;
}

function embedder(url = server.url) {
  return { teamId: "t", name: "e", url, model: "m", key: "k", dimensions: undefined };
}

const json = (value: unknown) => (_asked: EmbeddingsAsked, response: ServerResponse) =>
  void response.end(typeof value === "string" ? value : JSON.stringify(value));
const vectors = (...embeddings: unknown[]) =>
  json({ data: embeddings.map((embedding, index) => ({ index, embedding })) });
const status = (code: number) => (_asked: EmbeddingsAsked, response: ServerResponse) => {
  response.statusCode = code;
  response.end("{}");
};

const hostile: [name: string, way: (asked: EmbeddingsAsked, response: ServerResponse) => void][] = [
  ["500", status(500)],
  ["429", status(429)],
  ["401", status(401)],
  [
    "a redirect to an address within",
    (_asked, response) => void response.writeHead(307, { location: "http://10.0.0.1/" }).end(),
  ],
  ["nothing at all", (_asked, response) => void response.destroy()],
  ["half an answer", (_asked, response) => void response.writeHead(200, { "content-length": 900 }).end("{")],
  ["no JSON", json("<html>")],
  [
    "NaN, which JSON does not have",
    json('{"data":[{"index":0,"embedding":[NaN,1]},{"index":1,"embedding":[1,1]}]}'),
  ],
  ["a number beyond all", json('{"data":[{"index":0,"embedding":[1e999,1]},{"index":1,"embedding":[1,1]}]}')],
  ["null in a vector", vectors([null, 1], [1, 1])],
  ["words in a vector", vectors(["NaN", 1], [1, 1])],
  ["vectors of two sizes", vectors([1, 2, 3], [1, 2])],
  ["vectors of nothing", vectors([], [])],
  ["vectors that point nowhere", vectors([0, 0], [0, 0])],
  ["vectors that no index takes", vectors(Array(4_001).fill(1), Array(4_001).fill(1))],
  ["one vector for two texts", vectors([1, 2])],
  ["three vectors for two texts", vectors([1, 2], [1, 2], [1, 2])],
  [
    "the same place twice",
    json({
      data: [
        { index: 0, embedding: [1] },
        { index: 0, embedding: [1] },
      ],
    }),
  ],
  ["a list", json([])],
  ["null", json("null")],
];
for (const [name, way] of hostile) {
  test(`an address that answers ${name} gives no vectors`, async () => {
    server.answerBy(way);
    assert.equal(await asker().embed(embedder(), ["one", "two"], false), "away");
  });
}

test("what an address answers is in no log, as it may be the texts that it was sent", async () => {
  warnings.length = 0;
  for (const answer of ["a private text", '{"data":["a private text"', '{"a private text":[]}']) {
    server.answerBy(json(answer));
    assert.equal(await asker().embed(embedder(), ["a private text"], false), "away");
  }
  assert.equal(warnings.length, 3);
  assert.doesNotMatch(warnings.join(), /private/);
});

test("a caller who leaves before the address answers ends the call without a fault of the address", async () => {
  warnings.length = 0;
  server.asked.length = 0;
  const leaving = new AbortController();
  const ended = new Promise<void>((resolve) => {
    server.answerBy((_asked, response) => {
      response.on("close", resolve);
      leaving.abort();
    });
  });
  const one = asker();
  assert.equal(await one.embed(embedder(), ["a question"], true, leaving.signal), "away");
  await ended;
  assert.deepEqual(warnings, []);
  server.answerBy(vectors([1, 0]));
  assert.equal(typeof (await one.embed(embedder(), ["a question"], true)), "object");
});

for (const code of [400, 413, 422]) {
  test(`${code} is about these texts, not about the address`, async () => {
    server.answerBy(status(code));
    assert.equal(await asker().embed(embedder(), ["one"], false), "refused");
  });
}

test("numbers so large that their squares are infinite still make a vector", async () => {
  server.answerBy(vectors([1e200, 0]));
  const found = await asker().embed(embedder(), ["one"], false);
  assert.ok(typeof found === "object" && Buffer.from(found.vectors[0] ?? "", "base64").readFloatLE(0) === 1);
});

test("of an answer of 1 GB no more is read than vectors can take", async () => {
  let sent = 0;
  server.answerBy((_asked, response) => {
    const part = "1,".repeat(32_768);
    const go = () => {
      while (sent < 1e9 && !response.destroyed) {
        sent += part.length;
        if (!response.write(part)) return void response.once("drain", go);
      }
    };
    response.write('{"data":[');
    go();
  });
  assert.equal(await asker().embed(embedder(), ["one"], false), "away");
  assert.ok(sent < 50e6, String(sent));
});

test("for an address that hangs a question is given up, and the next ones are not sent for a while", async () => {
  server.asked.length = 0;
  server.answerBy(() => undefined);
  const one = asker();
  assert.equal(await one.embed(embedder(), ["a question"], true), "away");
  assert.equal(await one.embed(embedder(), ["a question"], true), "away");
  assert.equal(server.asked.length, 1);
});

test("an address whose name turns private is not called, though it was public when it was set", async () => {
  server.asked.length = 0;
  server.answerBy();
  const answers = [["93.184.215.14"], ["127.0.0.1"], ["93.184.215.14", "10.0.0.1"]];
  const guard = new UrlGuard(rules, () => Promise.resolve(answers.shift() ?? ["::1"]));
  const url = server.url.replace("http://127.0.0.1", "https://embeddings.example.com");
  await guard.checkNew(url);
  const one = asker(guard);
  for (let time = 0; time < 3; time += 1) assert.equal(await one.embed(embedder(url), ["x"], false), "away");
  assert.equal(server.asked.length, 0);
});

for (const url of [
  "https://10.0.0.1/v1",
  "https://169.254.169.254/v1",
  "https://[::1]/v1",
  "http://localhost/v1",
]) {
  test(`${url} is not called, even where it stands in the settings`, async () => {
    assert.equal(await asker().embed(embedder(url), ["x"], false), "away");
  });
}
