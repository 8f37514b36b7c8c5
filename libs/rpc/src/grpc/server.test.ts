import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, test } from "node:test";
import { framed, type GrpcCall } from "./call.ts";
import { addHealth } from "./health.ts";
import { GrpcServer, type UnaryReply } from "./server.ts";
import { GrpcFault, GrpcStatus } from "./status.ts";
import { bytesField, numberField } from "./wire.ts";

// The client is @grpc/grpc-js, an implementation of others: what it understands is gRPC.

const BYTES_MAX = 5 * 1024 * 1024;

interface Started {
  server: GrpcServer;
  client: Client;
  faults: unknown[];
  port: number;
}

/** Starts a server with methods that do what their names say, and a client of it. */
async function started(): Promise<Started> {
  const faults: unknown[] = [];
  const server = new GrpcServer({ messageBytesMax: BYTES_MAX, onFault: (error) => faults.push(error) });
  server.addUnary("/t.T/Echo", (message, call) => ({
    headers: { "x-seen": call.header("x-sent") ?? "none", "x-http-status": "201" },
    frame: [framed(message)],
  }));
  server.addUnary("/t.T/Refuse", () => {
    throw new GrpcFault(GrpcStatus.UNAUTHENTICATED, "100 % \n ü");
  });
  server.addUnary("/t.T/Break", () => Promise.reject(new Error("secret")));
  server.addUnary("/t.T/BadHeader", () => ({
    headers: { "x-bad": "a\0b" },
    frame: [framed(Buffer.alloc(1))],
  }));
  server.addUnary("/t.T/Pieces", (message) => ({ frame: [framed(message).subarray(0, 5), message] }));
  const port = await server.listen("127.0.0.1", 0);
  const options = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options);
  after(() => {
    client.close();
    server.cut();
  });
  return { server, client, faults, port };
}

interface Answered {
  headers: Record<string, unknown>;
  message: Buffer | undefined;
  error: ServiceError | null;
}

const asItIs = (bytes: Buffer): Buffer => bytes;

function ask(
  client: Client,
  method: string,
  message: Buffer,
  options: { headers?: Record<string, string>; deadline?: number } = {},
): Promise<Answered> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(options.headers ?? {})) metadata.set(name, value);
  const { deadline = Infinity } = options;
  return new Promise((resolve) => {
    let headers: Record<string, unknown> = {};
    client
      .makeUnaryRequest(method, asItIs, asItIs, message, metadata, { deadline }, (error, reply) =>
        resolve({ headers, message: reply, error }),
      )
      .on("metadata", (received: Metadata) => (headers = received.getMap()));
  });
}

const running = await started();

test("a call has its message, its headers and the reply's headers in front of the reply", async () => {
  const { error, headers, message } = await ask(running.client, "/t.T/Echo", Buffer.from("hello"), {
    headers: { "x-sent": "yes" },
  });
  assert.equal(error, null);
  assert.equal(message?.toString(), "hello");
  assert.equal(headers["x-seen"], "yes");
  assert.equal(headers["x-http-status"], "201");
});

for (const bytes of [0, 1, 16_384, 65_536, 1_000_000, BYTES_MAX]) {
  test(`a message of ${bytes} bytes comes back whole, in one piece and in several`, async () => {
    const sent = Buffer.alloc(bytes, "abcdefg");
    for (const method of ["/t.T/Echo", "/t.T/Pieces"]) {
      const { error, message } = await ask(running.client, method, sent);
      assert.equal(error, null);
      assert.ok(message?.equals(sent));
    }
  });
}

test("a message above the limit is RESOURCE_EXHAUSTED, and the connection serves on", async () => {
  const { error } = await ask(running.client, "/t.T/Echo", Buffer.alloc(BYTES_MAX + 1));
  assert.equal(error?.code, GrpcStatus.RESOURCE_EXHAUSTED);
  assert.equal((await ask(running.client, "/t.T/Echo", Buffer.alloc(3))).error, null);
});

test("an unknown method is UNIMPLEMENTED", async () => {
  for (const method of ["/t.T/None", "/t.None/Echo"])
    assert.equal((await ask(running.client, method, Buffer.alloc(1))).error?.code, GrpcStatus.UNIMPLEMENTED);
});

test("a fault is the call's status with its message, any other error INTERNAL with nothing of itself", async () => {
  const refused = await ask(running.client, "/t.T/Refuse", Buffer.alloc(1));
  assert.deepEqual([refused.error?.code, refused.error?.details], [GrpcStatus.UNAUTHENTICATED, "100 % \n ü"]);
  const broken = await ask(running.client, "/t.T/Break", Buffer.alloc(1));
  assert.deepEqual([broken.error?.code, broken.error?.details], [GrpcStatus.INTERNAL, "internal error"]);
  assert.match(String(running.faults.at(-1)), /secret/);
});

test("a header that could smuggle another is never sent", async () => {
  const { error, headers } = await ask(running.client, "/t.T/BadHeader", Buffer.alloc(1));
  assert.deepEqual([error?.code, error?.details], [GrpcStatus.INTERNAL, "internal error"]);
  assert.equal(headers["x-bad"], undefined);
  assert.match(String(running.faults.at(-1)), /x-bad is not visible ASCII/);
});

test("a call ends at its deadline, also while its method goes on, and what that answers is dropped", async () => {
  const { server, client } = await started();
  const waiting = Promise.withResolvers<UnaryReply>();
  let call: GrpcCall | undefined;
  server.addUnary("/t.T/Wait", (_message, taken) => {
    call = taken;
    return waiting.promise;
  });
  // Not the deadline of the client, which would end the call by itself: the header alone reaches the server.
  const { error } = await ask(client, "/t.T/Wait", Buffer.alloc(1), { headers: { "grpc-timeout": "50m" } });
  assert.equal(error?.code, GrpcStatus.DEADLINE_EXCEEDED);
  assert.ok(call?.hasEnded);
  assert.ok(call.deadline <= Date.now());
  waiting.resolve({ frame: [framed(Buffer.alloc(1))] });
  assert.equal((await ask(client, "/t.T/Echo", Buffer.alloc(1))).error, null);
});

test("a caller that goes away ends its call, and the connection serves on", async () => {
  const { server, client } = await started();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<GrpcCall>();
  server.addUnary("/t.T/Wait", (_message, call) => {
    arrive(call);
    return new Promise(() => undefined);
  });
  const pending = client.makeUnaryRequest("/t.T/Wait", asItIs, asItIs, Buffer.alloc(1), () => undefined);
  const call = await arrived;
  const ended = new Promise<void>((resolve) => (call.onEnd = resolve));
  const { departure } = call;
  assert.equal(departure.aborted, false);
  pending.cancel();
  await ended;
  assert.deepEqual([call.hasEnded, departure.aborted, call.departure.aborted], [true, true, true]);
  assert.equal((await ask(client, "/t.T/Echo", Buffer.alloc(1))).error, null);
});

test("a call that has been answered was not left by its caller", async () => {
  const { server, client } = await started();
  let departure: AbortSignal | undefined;
  const ended = Promise.withResolvers<undefined>();
  server.addUnary("/t.T/Left", (_message, call) => {
    ({ departure } = call);
    call.onEnd = () => ended.resolve(undefined);
    return { frame: [framed(Buffer.alloc(1))] };
  });
  assert.equal((await ask(client, "/t.T/Left", Buffer.alloc(1))).error, null);
  await ended.promise;
  assert.equal(departure?.aborted, false);
});

test("a thousand calls at once are all answered, each with its own message", async () => {
  const calls = Array.from({ length: 1_000 }, async (_, index) => {
    const { message } = await ask(running.client, "/t.T/Echo", Buffer.from(`call ${index}`));
    return message?.toString() === `call ${index}`;
  });
  assert.ok((await Promise.all(calls)).every(Boolean));
});

test("draining lets calls under way end and takes no new ones", async () => {
  const { server, client, port } = await started();
  const open: ((reply: UnaryReply) => void)[] = [];
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<boolean>();
  server.addUnary("/t.T/Wait", () => {
    arrive(true);
    return new Promise<UnaryReply>((resolve) => open.push(resolve));
  });
  const pending = ask(client, "/t.T/Wait", Buffer.alloc(1));
  await arrived;
  let hasDrained = false;
  const drained = server.drain().then(() => (hasDrained = true));
  const late = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const refused = await ask(late, "/t.T/Echo", Buffer.alloc(1));
  late.close();
  assert.equal(refused.error?.code, GrpcStatus.UNAVAILABLE);
  assert.equal(hasDrained, false);
  for (const answer of open) answer({ frame: [framed(Buffer.from("late"))] });
  assert.equal((await pending).message?.toString(), "late");
  await drained;
});

test("cut ends calls that do not end by themselves", async () => {
  const { server, client } = await started();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<boolean>();
  server.addUnary("/t.T/Wait", () => {
    arrive(true);
    return new Promise<never>(() => undefined);
  });
  const pending = ask(client, "/t.T/Wait", Buffer.alloc(1));
  await arrived;
  const drained = server.drain();
  server.cut();
  assert.equal((await pending).error?.code, GrpcStatus.UNAVAILABLE);
  await drained;
});

test("health is NOT_SERVING until it is said to serve, and knows the process alone", async () => {
  const { server, client } = await started();
  const health = addHealth(server);
  const check = (service: string) => ask(client, "/grpc.health.v1.Health/Check", bytesField(1, service));
  assert.deepEqual((await check("")).message, numberField(1, 2));
  health.setServing(true);
  assert.deepEqual((await check("")).message, numberField(1, 1));
  assert.equal((await check("crm.v1.Contacts")).error?.code, GrpcStatus.NOT_FOUND);
});

test("a watcher is told of every change of health, and does not hold a draining server up", async () => {
  const { server, client } = await started();
  const health = addHealth(server);
  const call = client.makeServerStreamRequest(
    "/grpc.health.v1.Health/Watch",
    asItIs,
    (bytes) => bytes,
    bytesField(1, ""),
    new Metadata(),
  );
  const seen: number[] = [];
  call.on("data", (message: Buffer) => seen.push(message[1] ?? -1));
  const failed = once(call, "error") as Promise<[ServiceError]>;
  await once(call, "data");
  health.setServing(true);
  await once(call, "data");
  health.setServing(false);
  health.endWatches();
  await server.drain();
  const [error] = await failed;
  assert.equal(error.code, GrpcStatus.UNAVAILABLE);
  assert.deepEqual(seen, [2, 1, 2]);
});
