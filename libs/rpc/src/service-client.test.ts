import {
  experimental,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
} from "@grpc/grpc-js";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ServiceClient } from "./service-client.ts";

/** Addresses of a name now, and how often it was looked up. */
interface Entry {
  ports: number[] | undefined;
  looks: number;
}
const names = new Map<string, Entry>();

/** Looks into the book when it is asked to, as the resolver of DNS names does. */
class Book implements experimental.Resolver {
  readonly #name: string;
  readonly #listener: experimental.ResolverListener;
  #isDestroyed = false;

  constructor({ path }: experimental.GrpcUri, listener: experimental.ResolverListener) {
    this.#name = path;
    this.#listener = listener;
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }

  updateResolution(): void {
    const entry = names.get(this.#name);
    if (entry === undefined) return;
    entry.looks += 1;
    const found = entry.ports?.map((port) => ({ addresses: [{ host: "127.0.0.1", port }] }));
    const fault = { code: status.UNAVAILABLE, details: "no such name", metadata: new Metadata() };
    const result: experimental.StatusOr<experimental.Endpoint[]> =
      found === undefined ? experimental.statusOrFromError(fault) : experimental.statusOrFromValue(found);
    setImmediate(() => {
      if (!this.#isDestroyed) this.#listener(result, {}, null, "");
    });
  }

  /** Stops the lookups: a closed channel that learns a name would look it up forever. */
  destroy(): void {
    this.#isDestroyed = true;
  }
}
experimental.registerResolver("book", Book);

const asIs = (bytes: Buffer) => bytes;
const method = { path: "/test.Replica/Call", requestSerialize: asIs, responseDeserialize: asIs };

/** Starts a replica that counts its calls and their connections. The request "hold" waits until it is released. */
async function replica() {
  const server = new Server();
  const { promise: letGo, resolve: release } = Promise.withResolvers<undefined>();
  const state = {
    port: 0,
    calls: 0,
    held: 0,
    connections: new Set<string>(),
    release: () => release(undefined),
  };
  const definition = { ...method, requestStream: false, responseStream: false } as const;
  const codec = { requestDeserialize: asIs, responseSerialize: asIs };
  server.addService(
    { Call: { ...definition, ...codec } },
    {
      Call: (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>) => {
        state.calls += 1;
        state.connections.add(call.getPeer());
        const isHeld = call.request.toString() === "hold";
        if (isHeld) state.held += 1;
        void (isHeld ? letGo : Promise.resolve()).then(() => reply(null, call.request));
      },
    },
  );
  state.port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
  after(() => {
    state.release();
    server.forceShutdown();
  });
  return state;
}

/** Makes a client of that name, whose channels are old after 20 ms. */
function clientOf(name: string, ...ports: number[]) {
  const entry: Entry = { ports, looks: 0 };
  names.set(name, entry);
  const client = new ServiceClient({
    service: name,
    address: `book:${name}`,
    repeatable: [],
    channelAgeMs: 20,
  });
  after(() => client.close());
  const call = (text = "call") =>
    client.call({
      method,
      request: Buffer.from(text),
      metadata: new Metadata(),
      deadline: Date.now() + 20_000,
    });
  /** Calls, four at a time, until it holds; a call that fails fails the test. */
  const callUntil = (what: string, holds: () => boolean) =>
    until(what, 10_000, async () => {
      await Promise.all([call(), call(), call(), call()]);
      return holds() ? true : undefined;
    });
  return { entry, client, call, callUntil };
}

test("a replica that is added gets calls, one that is removed gets none, and no call reconnects or fails", async () => {
  const [one, two] = [await replica(), await replica()];
  const { entry, call, callUntil } = clientOf("changing", one.port);
  await call();
  const held = call("hold");
  await until("a call is under way", 10_000, () => (one.held === 1 ? true : undefined));
  entry.ports = [one.port, two.port];
  await callUntil("the added one is called", () => two.calls > 0);
  const looks = entry.looks;
  await callUntil("the name was looked up three times more", () => entry.looks > looks + 3);
  entry.ports = [two.port];
  let calls = 0;
  await callUntil("the removed one is not called any more", () => calls === (calls = one.calls));
  assert.deepEqual([one.connections.size, two.connections.size], [1, 1], "connections of each");
  one.release();
  assert.equal(String((await held).reply), "hold", "a call that outlived its channel");
});

test("while the name cannot be looked up, calls go to the replicas that were known", async () => {
  const one = await replica();
  const { entry, call, callUntil } = clientOf("away", one.port);
  await call();
  entry.ports = undefined;
  const looks = entry.looks;
  await callUntil("the look-up has failed", () => entry.looks > looks);
  const { calls } = one;
  await callUntil("further calls have come", () => one.calls > calls + 100);
  assert.equal(one.connections.size, 1);
});

test("closing lets calls under way end, also one that has no connection yet", async () => {
  const early = clientOf("early", (await replica()).port);
  const begun = early.call("early");
  early.client.close();
  assert.equal(String((await begun).reply), "early");

  const one = await replica();
  const { client, call } = clientOf("closing", one.port);
  const held = call("hold");
  await until("it is under way", 10_000, () => (one.held === 1 ? true : undefined));
  client.close();
  one.release();
  assert.equal(String((await held).reply), "hold");
  await assert.rejects(call(), /shut down/);
});
