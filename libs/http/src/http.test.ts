import "@jst/telemetry/preload";
import { AppError } from "@jst/errors";
import { createLogger } from "@jst/telemetry";
import { shownMetrics, testCaller, until } from "@jst/testing";
import type { RequestHandler } from "express";
import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { after, test } from "node:test";
import { httpApp, httpDoor, limitedBody, sendStream, type HttpRoute } from "./index.ts";

const maxBytes = 1_000_000;
const chunk = Buffer.alloc(50_000, "x");

/** Streams of downloads, by the turn in which they were asked for. */
const downloads: PassThrough[] = [];
let taken = 0;
let release = (): void => undefined;

const handlers: Record<string, RequestHandler> = {
  upload: async (request, response) => {
    for await (const part of limitedBody(request, maxBytes)) taken += part.length;
    response.json({ taken });
  },
  refuse: async (request, response) => {
    for await (const part of limitedBody(request, maxBytes))
      throw new AppError("validation_failed", `Not this: ${part.length > 0}`);
    response.end();
  },
  download: async (_request, response) => {
    const stream = new PassThrough();
    downloads.push(stream);
    await sendStream(response, stream);
  },
  wait: async (_request, response) => {
    await new Promise<void>((resolve) => (release = resolve));
    response.json({});
  },
};
const routeOf = (handler: string): HttpRoute => ({
  rpc: `test.v1.Files/${handler}`,
  handler,
  verb: handler === "download" || handler === "wait" ? "get" : "post",
  path: `/${handler}`,
  access: handler === "wait" ? "authenticated" : "public",
  resource: "",
  module: "",
});

const ends: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
});

async function startDoor() {
  const app = httpApp({
    routes: Object.keys(handlers).map(routeOf),
    handlers,
    verifyCaller: (token) => {
      if (token === "") throw new AppError("invalid_token", "Send a token.");
      return testCaller();
    },
    baseUrl: "http://gateway.test",
    logger: createLogger("test", "error"),
  });
  const door = httpDoor(app);
  const port = await door.listen("127.0.0.1", 0);
  ends.push(() => door.drain(0));
  return { door, port };
}
const { port } = await startDoor();

type Sent = { method?: string; headers?: Record<string, string>; at?: number };

/** A request that is under way; its body is what the caller writes. */
function open(path: string, { method = "GET", headers = {}, at = port }: Sent = {}) {
  return request({ host: "127.0.0.1", port: at, path, method, headers });
}

async function answerOf(sent: ReturnType<typeof open>) {
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const text = Buffer.concat(await reply.toArray()).toString();
  return { status: reply.statusCode, type: reply.headers["content-type"], body: JSON.parse(text) as unknown };
}

test("a body is handed on chunk by chunk, up to its limit", async () => {
  taken = 0;
  const sent = open("/upload", { method: "POST" });
  Readable.from(Array.from({ length: 20 }, () => chunk)).pipe(sent);
  assert.deepEqual((await answerOf(sent)).body, { taken: maxBytes });
});

test("a larger body is 413, whatever is still on its way", async () => {
  const sent = open("/upload", { method: "POST" });
  Readable.from(Array.from({ length: 200 }, () => chunk)).pipe(sent);
  const { status, type, body } = await answerOf(sent);
  assert.deepEqual([status, type], [413, "application/problem+json; charset=utf-8"]);
  assert.equal((body as { limit: number }).limit, maxBytes);
});

test("a refusal in the middle of a body is answered", async () => {
  const sent = open("/refuse", { method: "POST" });
  Readable.from(Array.from({ length: 200 }, () => chunk)).pipe(sent);
  assert.equal((await answerOf(sent)).status, 422);
});

test("a client that leaves while an answer is streamed ends the stream", async () => {
  const before = downloads.length;
  const sent = open("/download").end();
  sent.on("error", () => undefined);
  const stream = await until("the download begins", 10_000, () => downloads[before]);
  stream.write(chunk);
  await once(sent, "response");
  sent.destroy();
  await until("the stream is over", 10_000, () => stream.destroyed || undefined);
});

test("a stream that fails cuts the connection: nobody takes a part for the whole", async () => {
  const before = downloads.length;
  const sent = open("/download").end();
  const stream = await until("the download begins", 10_000, () => downloads[before]);
  stream.write(chunk);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  stream.destroy(new Error("the file is gone"));
  await assert.rejects(reply.toArray(), { code: "ECONNRESET" });
  const shown = () =>
    shownMetrics().then((text) => /_count\{[^}]*download[^}]*"500"/.test(text) || undefined);
  await until("it is counted as a fault of ours", 10_000, shown);
});

test("what is absent, unknown or without a caller is a problem document", async () => {
  const absent = await answerOf(open("/nothing").end());
  assert.deepEqual([absent.status, absent.type], [404, "application/problem+json; charset=utf-8"]);
  assert.equal((await answerOf(open("/download?x=1").end())).status, 400);
  assert.equal((await answerOf(open("/wait").end())).status, 401);
});

test("a door that drains lets what is under way end, and lets in nothing new", async () => {
  const { door, port: at } = await startDoor();
  const sent = open("/wait", { at, headers: { "x-internal-token": "any" } }).end();
  const before = release;
  await until("the request is under way", 10_000, () => release !== before || undefined);
  const drained = door.drain(30_000);
  await assert.rejects(once(open("/wait", { at }).end(), "response"), { code: "ECONNREFUSED" });
  release();
  assert.equal((await answerOf(sent)).status, 200);
  await drained;
});

test("what does not end within the grace is cut", async () => {
  const { door, port: at } = await startDoor();
  const before = release;
  const sent = open("/wait", { at, headers: { "x-internal-token": "any" } }).end();
  const cut = assert.rejects(once(sent, "response"), { code: "ECONNRESET" });
  await until("the request is under way", 10_000, () => release !== before || undefined);
  await door.drain(0);
  await cut;
});
