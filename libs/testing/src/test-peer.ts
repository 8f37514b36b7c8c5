import { Metadata, Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { packageOf } from "@jst/fleet";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { ServiceVerifier } from "@jst/caller";
import { AppError, asAppError, problemOf } from "@jst/errors";
import { after } from "node:test";
import { TEST_AUDIENCE, type TestServices } from "./test-keys.ts";

/** One question as the other service saw it. */
export interface Asked {
  /** "auth.v1.Identities/FindMembers". */
  rpc: string;
  /** The service that proved to be the caller. */
  peer: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the members it expects.
  body: any;
}

/** Another service behind its real gRPC door, which answers what a test tells it and remembers what it was asked. */
export interface TestPeer {
  address: string;
  asked: Asked[];
  /** True while it is asked and does not answer. */
  isSilent: boolean;
  /** True while it answers as a service without its database. */
  isUnavailable: boolean;
  /** Returns a promise that the answer to a question waits for; undefined for an answer at once. */
  hold: (question: Asked) => Promise<void> | undefined;
  /** How many questions were taken back by who asked them. */
  left: number;
  /** Ends it, as a service that is down. */
  stop: () => void;
}

/** Options of the other service. */
export interface TestPeerOptions {
  name: string;
  /** gen/internal.binpb of the service under test. */
  descriptor: Buffer;
  services: TestServices;
  /** Answers a request; an error that it throws is its refusal. */
  answer: (asked: Asked) => object;
}

interface Wire {
  body?: { data?: Buffer };
}

/** Starts it on a free port; closed after the file's last test. Only proofs of a service's own key are let in. */
export async function testPeer({ name, descriptor, services, answer }: TestPeerOptions): Promise<TestPeer> {
  const verifier = new ServiceVerifier({ jwks: services.jwks, audience: TEST_AUDIENCE, self: name });
  const server = new Server();
  const peer: TestPeer = {
    ...{ address: "", asked: [], isSilent: false, isUnavailable: false, left: 0 },
    hold: () => undefined,
    stop: () => server.forceShutdown(),
  };
  const packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
  const definitions = Object.entries(packages).filter(
    ([service, one]) => service.startsWith(`${packageOf(name)}.`) && !("format" in one),
  );
  for (const [service, definition] of definitions) {
    const methods = Object.keys(definition).map((method) => [
      method,
      (call: ServerUnaryCall<Wire, unknown>, reply: sendUnaryData<unknown>): void => {
        const proof = call.metadata.get("x-internal-service")[0]?.toString() ?? "";
        const body: unknown = JSON.parse(call.request.body?.data?.toString() ?? "{}");
        call.on("cancelled", () => (peer.left += 1));
        verifier.verify(proof).then(
          async (who) => {
            const question = { rpc: `${service}/${method}`, peer: who, body };
            peer.asked.push(question);
            if (peer.isSilent) return;
            await peer.hold(question);
            const { status, body: answered } = answerOf(
              peer.isUnavailable ? withoutDatabase : answer,
              question,
            );
            const metadata = new Metadata();
            metadata.set("x-http-status", String(status));
            call.sendMetadata(metadata);
            reply(null, { content_type: "application/json", data: Buffer.from(JSON.stringify(answered)) });
          },
          (error: unknown) => reply(error as Error),
        );
      },
    ]);
    server.addService(definition as ServiceDefinition, Object.fromEntries(methods) as never);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  after(peer.stop);
  peer.address = `127.0.0.1:${port}`;
  return peer;
}

function withoutDatabase(): never {
  throw new AppError("unavailable", "The database of the peer cannot be reached.");
}

/** Returns the answer or the refusal. */
function answerOf(answer: TestPeerOptions["answer"], question: Asked): { status: number; body: object } {
  try {
    return { status: 200, body: answer(question) };
  } catch (thrown) {
    const error = asAppError(thrown);
    return {
      status: error.status,
      body: problemOf(error, { baseUrl: "", requestId: "", traceId: undefined }),
    };
  }
}
