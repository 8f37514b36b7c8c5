import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { UrlGuard } from "./guard.ts";
import { Connections } from "./connections.ts";
import { open, post, type Post } from "./post.ts";

const connections = new Connections();
let listener: RequestListener = (_request, response) => response.end();
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => listener(request, response));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
after(() => {
  connections.close();
  server.closeAllConnections();
  server.close();
});
const rules = { allowsLoopback: true, refusedHosts: [], refusedRanges: [] };
const guard = new UrlGuard(rules, () => Promise.resolve([]));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function send(more: Partial<Post> = {}) {
  const target = await guard.pin(url);
  const body = Buffer.from("{}");
  const sent = { recipient: "a", url, target, headers: {}, body, timeoutMs: 5_000, answerBytesMax: 10 };
  return post({ ...sent, ...more }, guard, connections);
}

test("a body that is to be read is read whole, also over a connection that is used again", async () => {
  const sockets = new Set<object>();
  listener = (request, response) => {
    sockets.add(request.socket);
    response.writeHead(201).write("01234");
    setImmediate(() => response.end("56789"));
  };
  for (let n = 0; n < 3; n += 1) {
    const { status, body } = await send();
    assert.deepEqual([status, body.toString()], [201, "0123456789"]);
    // The connection is at rest once the answer has ended, which is a turn after its last byte.
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(sockets.size, 1);
});

test("without a wish nothing of a body is kept", async () => {
  listener = (_request, response) => response.end("x");
  const target = await guard.pin(url);
  const sent = { recipient: "b", url, target, headers: {}, body: Buffer.from("{}"), timeoutMs: 5_000 };
  assert.equal((await post(sent, guard, connections)).body.length, 0);
});

test("a reply that is longer than the limit, cut short or without end is not accepted", async () => {
  listener = (_request, response) => response.end("0123456789a");
  await assert.rejects(send(), /too long/);
  listener = (_request, response) => {
    response.writeHead(200, { "content-length": "10" }).write("01234");
    setImmediate(() => response.destroy());
  };
  await assert.rejects(send());
  listener = (_request, response) => {
    response.writeHead(200).write("0");
  };
  await assert.rejects(send({ timeoutMs: 200 }));
});

test("a POST that is given up ends, and one that was given up before does not begin", async () => {
  const begun = Promise.withResolvers<undefined>();
  let requests = 0;
  listener = () => {
    requests += 1;
    begun.resolve(undefined);
  };
  const left = new AbortController();
  const sent = send({ signal: left.signal });
  await begun.promise;
  left.abort();
  await assert.rejects(sent, { name: "AbortError" });
  await assert.rejects(send({ signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(requests, 1);
});

test("an answer that is opened comes piece by piece, and its signal ends it", async () => {
  listener = (_request, response) => {
    response.writeHead(200).write("01234");
  };
  const target = await guard.pin(url);
  const ending = new AbortController();
  const sent = { recipient: "c", url, target, headers: {}, timeoutMs: 5_000, signal: ending.signal };
  const { status, body } = await open(sent, guard, connections);
  assert.equal(status, 200);
  const chunks: string[] = [];
  await assert.rejects(async () => {
    for await (const chunk of body) {
      chunks.push(String(chunk));
      ending.abort();
    }
  });
  assert.deepEqual(chunks, ["01234"]);
  await assert.rejects(open({ ...sent, signal: AbortSignal.abort() }, guard, connections), {
    name: "AbortError",
  });
});
