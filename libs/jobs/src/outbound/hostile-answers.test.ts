import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import { UrlGuard } from "./guard.ts";
import { Connections } from "./connections.ts";
import { post } from "./post.ts";

const connections = new Connections();
after(() => connections.close());
const rules = { allowsLoopback: true, refusedHosts: [], refusedRanges: [] };
const guard = new UrlGuard(rules, () => Promise.resolve([]));

/** Outcome of a POST. */
type Fate = { status: number } | { error: string };

/**
 * POSTs once to a server that does this with the connection when the first bytes have come. Answers how the POST ended,
 * and only when its connection is over too.
 */
async function postTo(answer: (socket: Socket) => void, body = "{}", timeoutMs = 10_000): Promise<Fate> {
  let closed: Promise<unknown> = Promise.reject(new Error("nobody connected"));
  closed.catch(() => undefined);
  const server = createServer((socket) => {
    closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sent = { recipient: url, url, target: await guard.pin(url), headers: {}, body: Buffer.from(body) };
  try {
    const fate: Fate = await post({ ...sent, timeoutMs }, guard, connections).then(
      ({ status }) => ({ status }),
      (error: unknown) => ({ error: String(error) }),
    );
    await closed;
    return fate;
  } finally {
    server.close();
  }
}

/** So that an attempt that never ends fails its test and not the whole run. */
const limited = { timeout: 30_000 };
const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
const endless = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

test("an endpoint that switches protocols has answered 101, and its connection is cut", limited, async () => {
  assert.deepEqual(await postTo((socket) => socket.write(switching)), { status: 101 });
});

test("a 101 that names no other protocol is an answer too", limited, async () => {
  const bare = "HTTP/1.1 101 Switching Protocols\r\n\r\n";
  assert.deepEqual(await postTo((socket) => socket.write(bare)), { status: 101 });
});

test("answers before the answer do not put off the end of an attempt", limited, async () => {
  const answer = (socket: Socket) => {
    const again = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 20);
    socket.once("close", () => clearInterval(again));
  };
  assert.deepEqual(await postTo(answer, "{}", 300), { error: "Error: timeout" });
});

test("a head that never ends is not accepted", limited, async () => {
  const answer = (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nA: b\r\n");
  assert.deepEqual(await postTo(answer, "{}", 300), { error: "Error: timeout" });
});

test("a head of more than 16 KiB is a failed attempt", limited, async () => {
  const answer = (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${"b".repeat(100_000)}\r\n\r\n`);
  assert.match(JSON.stringify(await postTo(answer)), /HPE_HEADER_OVERFLOW|Header overflow/);
});

test("a connection that ends or is reset without an answer is a failed attempt", limited, async () => {
  assert.deepEqual(await postTo((socket) => socket.end()), { error: "Error: socket hang up" });
  const reset = await postTo((socket) => socket.resetAndDestroy());
  assert.match(JSON.stringify(reset), /ECONNRESET|socket hang up/);
});

test("an answer whose body never ends counts by its head, and its connection is cut", limited, async () => {
  assert.deepEqual(await postTo((socket) => socket.write(endless)), { status: 200 });
});

test(
  "an answer with a body beyond the limit counts by its head, and no more of it is taken in",
  limited,
  async () => {
    let written = 0;
    const answer = (socket: Socket) => {
      const chunk = `10000\r\n${"b".repeat(65_536)}\r\n`;
      socket.write(endless);
      const flood = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on("drain", flood);
      flood();
    };
    assert.deepEqual(await postTo(answer), { status: 200 });
    assert.ok(written < 64 * 1024 * 1024, `${written} bytes went out before the connection was cut`);
  },
);

test("an endpoint that answers and reads no further leaves no connection behind", limited, async () => {
  const answer = (socket: Socket) => {
    socket.pause();
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    // A paused socket is not told of its end.
    const look = setInterval(() => socket.write("x"), 100);
    socket.once("close", () => clearInterval(look));
  };
  assert.deepEqual(await postTo(answer, "b".repeat(32 * 1024 * 1024)), { status: 200 });
});

test("two answers to one POST count as the first", limited, async () => {
  const twice = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  assert.deepEqual(await postTo((socket) => socket.write(twice + switching)), { status: 200 });
});
