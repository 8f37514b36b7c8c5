import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { UrlGuard } from "./guard.ts";
import { Connections } from "./connections.ts";
import { post } from "./post.ts";

const connections = new Connections();
/** By connection, what was posted over it. */
const posted: string[][] = [];
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.end());
  overOf.get(request.socket)?.push(request.url ?? "");
});
const overOf = new WeakMap<object, string[]>();
server.on("connection", (socket) => {
  const paths: string[] = [];
  posted.push(paths);
  overOf.set(socket, paths);
});
server.listen(0);
await once(server, "listening");
after(() => {
  connections.close();
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const rules = { allowsLoopback: true, refusedHosts: [], refusedRanges: [] };
const guard = new UrlGuard(rules, () => Promise.resolve([]));

async function send(recipient: string, path: string, address = "127.0.0.1"): Promise<number> {
  const url = `http://127.0.0.1:${port}${path}`;
  const target = { ...(await guard.pin(url)), address };
  const body = Buffer.from("{}");
  const { status } = await post(
    { recipient, url, target, headers: {}, body, timeoutMs: 5_000 },
    guard,
    connections,
  );
  // The connection is at rest once the answer has ended, which is a turn after its head.
  await new Promise((resolve) => setImmediate(resolve));
  return status;
}

test("an endpoint's next POST goes over the same connection, another endpoint's never does", async () => {
  posted.length = 0;
  await send("a", "/1");
  await send("a", "/2");
  await send("b", "/3");
  await send("a", "/4");
  assert.deepEqual(posted, [["/1", "/2", "/4"], ["/3"]]);
});

test("a kept connection is of no use to an attempt whose name has moved to another address", async () => {
  posted.length = 0;
  await send("c", "/1");
  await assert.rejects(send("c", "/2", "127.0.0.2"), /not public/);
  assert.deepEqual(posted.flat(), ["/1"]);
});
