import type { Response } from "express";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Member of `response.locals` that is true once we have cut an answer of ours short. */
export const CUT = "isCut";

/** Aborted when the client goes away before it has been answered, or has gone already. */
export function departureOf(response: Response): AbortSignal {
  const departure = new AbortController();
  // A closed response emits no event.
  if (response.closed) departure.abort();
  response.once("close", () => {
    if (!response.writableEnded) departure.abort();
  });
  return departure.signal;
}

/**
 * Sends a stream as the body, no faster than the client reads it. A client that leaves ends the stream without an
 * error. A stream that fails cuts the connection, so that nobody takes a part for the whole, and rejects.
 */
export async function sendStream(response: Response, stream: Readable): Promise<void> {
  let isLeft = response.closed;
  // Before the pipeline's own listeners, which destroy one for the end of the other.
  response.once("close", () => {
    isLeft = !stream.destroyed;
  });
  stream.once("close", () => {
    if (!stream.readableEnded && !isLeft) response.locals[CUT] = true;
  });
  try {
    await pipeline(stream, response);
  } catch (thrown) {
    if (!isLeft) throw thrown;
  }
}
