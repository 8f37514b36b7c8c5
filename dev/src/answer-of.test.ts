import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { answerOf } from "./answer-of.ts";

const servers: Server[] = [];
after(() => servers.forEach((server) => server.close().closeAllConnections()));

/** A request to a server that answers so. */
async function asked(answer: (response: ServerResponse) => void, options: object = {}) {
  const server = createServer((_, response) => answer(response));
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return answerOf(request({ port, host: "127.0.0.1", ...options }));
}

test("an answer is read to its end, whatever its status", async () => {
  const answer = await asked((response) => {
    response.writeHead(503).write("not ");
    response.end("now");
  });
  assert.deepEqual(answer, { status: 503, text: "not now" });
});

test(
  "an answer that is cut off, that stops midway or never comes is an error, each time",
  { timeout: 30_000 },
  async () => {
    const begun = (response: ServerResponse) =>
      response.writeHead(200, { "content-length": 100 }).write("half");
    await assert.rejects(
      asked((response) => begun(response) && setImmediate(() => response.destroy())),
      /aborted/,
    );
    await assert.rejects(
      asked((response) => response.destroy()),
      /socket hang up/,
    );
    await assert.rejects(asked(begun, { timeout: 50 }));
    await assert.rejects(
      asked(() => undefined, { timeout: 50 }),
      /GET \/ is not answered/,
    );
  },
);
