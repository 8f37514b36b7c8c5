import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startTokenProxy } from "./src/token-proxy.ts";

test(
  "an answer that is cut off behind the way in is cut off before it too",
  { timeout: 30_000 },
  async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": 100 }).write("half");
      setImmediate(() => response.destroy());
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const proxy = await startTokenProxy(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      "token",
    );
    try {
      await assert.rejects(fetch(proxy.url).then((reply) => reply.text()));
    } finally {
      proxy.stop();
      server.close().closeAllConnections();
    }
  },
);
