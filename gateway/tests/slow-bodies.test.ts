import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { GrpcServer } from "../../libs/rpc/src/grpc/server.ts";
import { send1, type Received } from "./client.ts";
import { startGateway, type TestGateway } from "./gateway.ts";
import { assertProblem } from "./problem.ts";
import { startAuth, type TestAuth } from "./upstreams/auth.ts";
import { startPlain, type TestPlain } from "./upstreams/plain.ts";

const WAIT_MS = 20;

let auth: TestAuth;
let plain: TestPlain;
let service: GrpcServer;
let gateway: TestGateway;
let calls = 0;
before(async () => {
  [auth, plain] = [await startAuth(), await startPlain()];
  service = new GrpcServer({ onFault: () => undefined });
  service.addUnary("/fixture.v1.Things/CreateSlowly", () => {
    calls += 1;
    return new Promise(() => undefined);
  });
  const things = await service.listen("127.0.0.1", 0);
  gateway = await startGateway({ auth: auth.port, things, plain: plain.port });
});
after(async () => {
  await gateway.close();
  service.cut();
  await Promise.all([auth.close(), plain.close()]);
});

/** Sends a body piece by piece, which never ends, until the gateway answers and closes. */
function sendSlowly(path: string, framing: string, piece: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(gateway.port, "127.0.0.1", () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer allow\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
      ),
    );
    const timer = setInterval(() => socket.write(piece), WAIT_MS);
    const end = (): void => {
      clearInterval(timer);
      socket.destroy();
    };
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      const [head = "", body] = Buffer.concat(chunks).toString().split("\r\n\r\n");
      if (body?.trimEnd().endsWith("}") !== true) return;
      end();
      const [start = "", ...lines] = head.split("\r\n");
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)));
      resolve({ status: Number(start.split(" ")[1]), headers, bytes: Buffer.from(body), text: body });
    });
    socket.on("error", (error) => {
      end();
      reject(error);
    });
  });
}

const framings: Record<string, [framing: string, piece: string]> = {
  "of a known length": ["content-length: 100000", " "],
  "in chunks": ["transfer-encoding: chunked", "1\r\n \r\n"],
};
for (const path of ["/api/v1/slow-things", "/api/v1/slow-plain"]) {
  for (const [name, [framing, piece]] of Object.entries(framings))
    test(`a body ${name} that arrives too slowly on ${path} is request_timeout, and nothing is done`, async () => {
      assertProblem(await sendSlowly(path, framing, piece), "request_timeout");
      assert.deepEqual([calls, plain.requests.length], [0, 0]);
    });

  test(`a service that is slow on ${path} is a timeout`, async () => {
    const headers = { "content-type": "application/json" };
    const reply = await send1(gateway.port, { method: "POST", path: `${path}?never`, body: "{}", headers });
    assertProblem(reply, "timeout");
    plain.clear();
    calls = 0;
  });
}
