import type { Fleet } from "../component.ts";
import { exchange } from "./exchange.ts";
import { kafkaUser } from "./kafka-access.ts";

/** Keys of the requests of Kafka's protocol that the probe sends. */
const METADATA = 3;
const SASL_HANDSHAKE = 17;
const SASL_AUTHENTICATE = 36;

/**
 * Logs in as the services do and reads the metadata, all in one exchange. An open port is not enough: the broker is
 * ready once its metadata names a live broker.
 */
export async function probeLogin({ ports, secrets }: Fleet): Promise<void> {
  const token = Buffer.from(`\0${kafkaUser}\0${secrets.kafkaPassword}`);
  const requests = [
    request(SASL_HANDSHAKE, 1, Buffer.concat([length16("PLAIN"), Buffer.from("PLAIN")])),
    request(SASL_AUTHENTICATE, 0, Buffer.concat([length32(token.length), token])),
    // For no topics.
    request(METADATA, 1, Buffer.alloc(4)),
  ];
  const replies = await exchange(ports.kafka, Buffer.concat(requests), (bytes) => {
    const found = framesOf(bytes);
    const isOver = found.length === requests.length || found.some(isRefusal);
    return isOver ? found : undefined;
  });
  if (replies.some(isRefusal)) throw new Error("the broker refuses the login of the services");
  const brokers = replies[2]?.readInt32BE(4) ?? 0;
  if (brokers < 1) throw new Error("the metadata names no live broker");
}

/** True for an answer to one of the first two requests that has an error code. */
function isRefusal(frame: Buffer, index: number): boolean {
  return index < 2 && frame.readInt16BE(4) !== 0;
}

/** The complete answers, without their lengths; each begins with four bytes of its request's number. */
function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; bytes.length >= at + 4;) {
    const end = at + 4 + bytes.readInt32BE(at);
    if (bytes.length < end) break;
    frames.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return frames;
}

function request(key: number, version: number, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt16BE(key, 0);
  head.writeInt16BE(version, 2);
  const content = Buffer.concat([head, length16("jst"), Buffer.from("jst"), body]);
  return Buffer.concat([length32(content.length), content]);
}

function length16(text: string): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(text.length);
  return bytes;
}

function length32(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(length);
  return bytes;
}
