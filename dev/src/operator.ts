import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, Metadata, type ServiceError } from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { packageOf } from "@jst/fleet";
import { readConfig, tlsFolder, type TlsIdentity } from "@jst/config";
import { channelCredentials, serverName } from "@jst/rpc";
import type { Fleet } from "./component.ts";
import { doorsOf } from "./components/service.ts";
import { repository } from "./config.ts";
import { OperatorError } from "./operator-error.ts";
import { host } from "./ports.ts";

/** An rpc that only the operator may call; names as in the protos. */
export interface OperatorRpc {
  /** Service of the fleet that answers it. */
  owner: string;
  /** "auth.v1.Operator". */
  service: string;
  method: string;
  /** Folder with the code that answers, where it is not the service's own. */
  home?: string;
}

/** A refusal by a service, in one sentence: its code and its detail. */
export class OperatorProblem extends OperatorError {
  readonly code: string;
  /** The whole problem document. */
  readonly document: Record<string, unknown>;

  constructor(document: Record<string, unknown>) {
    const { code, detail } = document;
    super(`${String(code)}: ${String(detail)}${describeErrors(document["errors"])}`);
    this.code = String(code);
    this.document = document;
  }
}

interface HttpBody {
  data?: Buffer;
}

const deadlineMs = 10_000;

/** Address of an operator's calls, and the key that proves them. */
export interface OperatorDoor {
  /** gRPC address of a service, host:port. */
  addressOf(service: string): string | Promise<string>;
  operatorKey: string;
  /** Set where services speak TLS. */
  tls?: TlsIdentity | undefined;
}

/** The fleet on this machine, or the operator's door to whichever. */
export type OperatorTarget = Fleet | OperatorDoor;

/** Calls an internal rpc with the operator's key: JSON in, JSON out; never through the gateway. */
export function callOperator(
  target: OperatorTarget,
  rpc: OperatorRpc,
  body: object,
  timeoutMs?: number,
): Promise<Record<string, unknown>> {
  return callThrough("addressOf" in target ? target : doorOf(target), rpc, body, timeoutMs);
}

function doorOf({ ports, secrets }: Fleet): OperatorDoor {
  const addressOf = (service: string): string => `${host}:${doorsOf(ports.services, service).grpc}`;
  return { addressOf, operatorKey: secrets.operatorKey, tls: readTls(secrets.tlsDir("operator")) };
}

/** The certificate in a folder; undefined without one. */
export function readTls(folder = ""): TlsIdentity | undefined {
  return readConfig({ TLS_DIR: folder }, { tls: tlsFolder("TLS_DIR") }).tls;
}

/** The same through a door. */
export async function callThrough(
  door: OperatorDoor,
  rpc: OperatorRpc,
  body: object,
  timeoutMs = deadlineMs,
): Promise<Record<string, unknown>> {
  const definition = await methodDefinition(rpc);
  const client = new Client(
    await door.addressOf(rpc.owner),
    channelCredentials(door.tls),
    serverName(rpc.owner, door.tls),
  );
  // A service that is being restarted is waited for, as long as the deadline allows.
  const metadata = new Metadata({ waitForReady: true });
  metadata.set("x-operator-key", door.operatorKey);
  const request = { body: { content_type: "application/json", data: Buffer.from(JSON.stringify(body)) } };
  const { path: method, requestSerialize, responseDeserialize } = definition;
  const decode = (bytes: Buffer): HttpBody => responseDeserialize(bytes);
  try {
    return await new Promise((resolve, reject) => {
      let status = 200;
      const options = { deadline: Date.now() + timeoutMs };
      const call = client.makeUnaryRequest(
        method,
        requestSerialize,
        decode,
        request,
        metadata,
        options,
        (error, reply) => {
          if (error) reject(unreachable(rpc, error));
          else answer(status, reply, resolve, reject);
        },
      );
      call.on("metadata", (headers: Metadata) => {
        status = Number(headers.get("x-http-status")[0] ?? 200);
      });
    });
  } finally {
    client.close();
  }
}

async function methodDefinition(rpc: OperatorRpc): Promise<ServiceDefinition[string]> {
  const file = path.join(repository, rpc.home ?? `services/${packageOf(rpc.owner)}`, "gen/descriptor.binpb");
  const packages = loadFileDescriptorSetFromBuffer(await readFile(file), { keepCase: true, defaults: false });
  const definition = (packages[rpc.service] as ServiceDefinition | undefined)?.[rpc.method];
  if (!definition)
    throw new OperatorError(`${file} does not know ${rpc.service}/${rpc.method}; run \`make gen\`.`);
  return definition;
}

function answer(
  status: number,
  reply: HttpBody | undefined,
  resolve: (value: Record<string, unknown>) => void,
  reject: (reason: Error) => void,
): void {
  const value = JSON.parse(reply?.data?.toString() ?? "{}") as Record<string, unknown>;
  if (status < 400) resolve(value);
  else reject(new OperatorProblem(value));
}

function unreachable({ owner, method }: OperatorRpc, error: ServiceError): OperatorError {
  const message = `${owner} did not answer ${method} (${error.details}); \`./jst status\` says how it is.`;
  return new OperatorError(message, { cause: error });
}

function describeErrors(errors: unknown): string {
  if (!Array.isArray(errors) || errors.length === 0) return "";
  const parts = (errors as { field: string; message: string }[]).map(
    ({ field, message }) => `${field}: ${message}`,
  );
  return ` ${parts.join("; ")}`;
}
