import type { Duplex } from "node:stream";
import { serialize } from "pg-protocol";
import { BinaryArray } from "./binary-array.ts";
import type { Encoded } from "./values.ts";

const CODE_BYTES = 1;
const LENGTH_BYTES = 4;

/**
 * Builds a Bind message to the statement of that name, in the pieces in which it is sent. node-postgres copies every
 * value into its message. An array of a list with formulas, of which there may be 72 MB, is sent from where it is.
 */
export function bind(statement: string, values: readonly Encoded[]): Buffer[] {
  const own = values.map((value) => (value instanceof BinaryArray ? value.pieces() : undefined));
  const message = serialize.bind({ statement, values: values.map((value, n) => (own[n] ? nothing : value)) });
  const pieces: Buffer[] = [];
  let from = 0;
  let at = valuesAt(statement, values.length);
  for (const array of own) {
    const length = Math.max(0, message.readInt32BE(at));
    if (array !== undefined) {
      message.writeInt32BE(bytesOf(array), at);
      pieces.push(message.subarray(from, at + LENGTH_BYTES), ...array);
      from = at + LENGTH_BYTES;
    }
    at += LENGTH_BYTES + length;
  }
  pieces.push(message.subarray(from));
  if (from > 0) message.writeInt32BE(bytesOf(pieces) - CODE_BYTES, CODE_BYTES);
  return pieces;
}

const nothing = Buffer.alloc(0);

/**
 * Returns the offset of the values: after the head, the names of portal and statement, a format for each, and their
 * number.
 */
function valuesAt(statement: string, count: number): number {
  return CODE_BYTES + LENGTH_BYTES + 1 + Buffer.byteLength(statement) + 1 + 2 + 2 * count + 2;
}

/** Messages up to this length are one write, longer ones one after the other. */
const ONE_WRITE_BYTES_MAX = 1 << 20;

/** Sends the messages. Nothing comes between them: node-postgres submits nothing else before the answer to the Sync. */
export function send(stream: Duplex, messages: readonly Buffer[]): void {
  if (bytesOf(messages) <= ONE_WRITE_BYTES_MAX) stream.write(Buffer.concat(messages));
  else sendInTurn(stream, messages);
}

/** Writes each message when the one before has left: TLS copies every message that waits. */
function sendInTurn(stream: Duplex, messages: readonly Buffer[], from = 0): void {
  const next = from + 1;
  if (next >= messages.length) stream.write(messages[from]);
  else
    stream.write(messages[from], (error) => {
      if (!error) sendInTurn(stream, messages, next);
    });
}

/** Counts the bytes of all buffers. */
function bytesOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((bytes, { length }) => bytes + length, 0);
}
