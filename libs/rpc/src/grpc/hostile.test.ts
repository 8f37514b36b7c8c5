import assert from "node:assert/strict";
import { once } from "node:events";
import {
  connect,
  constants,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from "node:http2";
import { connect as connectSocket } from "node:net";
import { after, afterEach, test } from "node:test";
import { framed } from "./call.ts";
import { GrpcServer } from "./server.ts";
import { GrpcStatus } from "./status.ts";

// The client is plain node:http2, which sends what no client of gRPC would.

const BYTES_MAX = 64;

let asked = 0;
const server = new GrpcServer({ messageBytesMax: BYTES_MAX, onFault: () => undefined });
server.addUnary("/t.T/Echo", (message) => {
  asked += 1;
  return { frame: [framed(message)] };
});
const port = await server.listen("127.0.0.1", 0);
const session = await connected();
after(() => {
  session.destroy();
  server.cut();
});

async function connected(): Promise<ClientHttp2Session> {
  const client = connect(`http://127.0.0.1:${port}`);
  await once(client, "connect");
  return client;
}

type Answer = { status: number; headers: IncomingHttpHeaders; grpc: number | undefined; body: Buffer };

/** Sends these bytes as the body of a call, with these headers beside those a call has. */
async function send(
  body: Buffer | undefined,
  headers: Record<string, string> = {},
  client = session,
): Promise<Answer> {
  const stream = client.request(
    {
      ":method": "POST",
      ":path": "/t.T/Echo",
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    },
    { endStream: body === undefined },
  );
  let trailers: IncomingHttpHeaders = {};
  stream.on("trailers", (received: IncomingHttpHeaders) => (trailers = received));
  // The server may have answered and reset the stream before all was sent.
  stream.on("error", () => undefined);
  const answered = once(stream, "response") as Promise<[IncomingHttpHeaders & IncomingHttpStatusHeader]>;
  if (body !== undefined) stream.end(body);
  const [received] = await answered;
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  if (!stream.closed) await once(stream, "close");
  const code = received["grpc-status"] ?? trailers["grpc-status"];
  return {
    status: received[":status"] ?? 0,
    headers: received,
    grpc: code === undefined ? undefined : Number(code),
    body: Buffer.concat(chunks),
  };
}

const whole = framed(Buffer.from("hello"));
const flagged = (flag: number): Buffer => Buffer.concat([Buffer.from([flag]), whole.subarray(1)]);
const announcing = (length: number): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(length, 1);
  return prefix;
};

let askedBefore = 0;
afterEach(async () => {
  // Whatever was sent, the connection serves on.
  const { grpc, body } = await send(whole);
  assert.deepEqual([grpc, body], [GrpcStatus.OK, whole]);
  askedBefore = asked;
});

for (const [name, body, code, headers] of [
  ["nothing at all", undefined, GrpcStatus.UNIMPLEMENTED, {}],
  ["an empty body", Buffer.alloc(0), GrpcStatus.UNIMPLEMENTED, {}],
  ["half a prefix", whole.subarray(0, 3), GrpcStatus.INTERNAL, {}],
  ["a prefix and no message", whole.subarray(0, 5), GrpcStatus.INTERNAL, {}],
  ["a message cut off", whole.subarray(0, -1), GrpcStatus.INTERNAL, {}],
  ["bytes behind the message", Buffer.concat([whole, Buffer.alloc(1)]), GrpcStatus.UNIMPLEMENTED, {}],
  ["two messages", Buffer.concat([whole, whole]), GrpcStatus.UNIMPLEMENTED, {}],
  ["a length above the limit", announcing(BYTES_MAX + 1), GrpcStatus.RESOURCE_EXHAUSTED, {}],
  ["the largest length there is", announcing(0xffff_ffff), GrpcStatus.RESOURCE_EXHAUSTED, {}],
  ["a compressed message", flagged(1), GrpcStatus.UNIMPLEMENTED, { "grpc-encoding": "gzip" }],
  ["a flag of compression without an encoding", flagged(1), GrpcStatus.INTERNAL, {}],
  ["a flag that is none", flagged(255), GrpcStatus.INTERNAL, {}],
] as const) {
  test(`${name} never reaches a method`, async () => {
    const { status, grpc } = await send(body, headers);
    assert.deepEqual([status, grpc, asked], [200, code, askedBefore]);
  });
}

test("a length above the limit is refused before the message comes", async () => {
  const stream = session.request({
    ":method": "POST",
    ":path": "/t.T/Echo",
    "content-type": "application/grpc",
  });
  stream.on("error", () => undefined);
  stream.write(announcing(BYTES_MAX + 1));
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
  assert.equal(headers["grpc-status"], String(GrpcStatus.RESOURCE_EXHAUSTED));
  stream.resume();
  if (!stream.closed) await once(stream, "close");
});

test("an encoding that is named and not used does not matter", async () => {
  assert.equal((await send(whole, { "grpc-encoding": "gzip" })).grpc, GrpcStatus.OK);
});

for (const type of ["application/json", "application/grpc-web", "application/grpc+json", "text/plain", ""]) {
  test(`the media type "${type}" is answered 415 and reaches no method`, async () => {
    assert.deepEqual([(await send(whole, { "content-type": type })).status, asked], [415, askedBefore]);
  });
}

for (const type of ["application/grpc+proto", "application/grpc;charset=utf-8", "APPLICATION/GRPC"]) {
  test(`the media type "${type}" is gRPC`, async () => {
    assert.equal((await send(whole, { "content-type": type })).grpc, GrpcStatus.OK);
  });
}

test("a GET is answered 405 and reaches no method", async () => {
  assert.deepEqual([(await send(undefined, { ":method": "GET" })).status, asked], [405, askedBefore]);
});

test("an invalid time limit is ignored", async () => {
  for (const limit of ["", "1", "S", "-1S", "123456789S", "1 S", "1X"])
    assert.equal((await send(whole, { "grpc-timeout": limit })).grpc, GrpcStatus.OK, limit);
});

test("a message that comes byte by byte is one message", async () => {
  const stream = session.request({
    ":method": "POST",
    ":path": "/t.T/Echo",
    "content-type": "application/grpc",
  });
  for (const byte of whole) {
    stream.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  stream.end();
  const [chunk] = (await once(stream, "data")) as [Buffer];
  assert.deepEqual(chunk, whole);
  await once(stream.resume(), "close");
});

test("a stream that is reset in the middle of its message leaves nothing behind", async () => {
  const streams = Array.from({ length: 200 }, () => {
    const stream = session.request({
      ":method": "POST",
      ":path": "/t.T/Echo",
      "content-type": "application/grpc",
    });
    stream.on("error", () => undefined);
    stream.write(whole.subarray(0, 7));
    return stream;
  });
  await send(whole);
  const closed = streams.map((stream) => once(stream, "close"));
  for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
  await Promise.all(closed);
});

test("bytes that are not HTTP/2 end their own connection and no other", async () => {
  const socket = connectSocket(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(socket.resume(), "close");
});

test("a ping is answered", async () => {
  await new Promise<void>((resolve, reject) => {
    session.ping((error) => (error === null ? resolve() : reject(error)));
  });
});
