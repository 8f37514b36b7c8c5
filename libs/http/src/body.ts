import { AppError } from "@jst/errors";
import { parseJson, requireJson } from "@jst/rpc";
import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import type { TakeBytes } from "./byte-budget.ts";

/** Throws unsupported_media_type for a body that is not sent as JSON, as every other door does. */
export function requireJsonBody(request: Request, isEmpty = isBodiless(request)): void {
  requireJson(request.get("content-type"), request.get("content-encoding"), isEmpty);
}

/** True for a request whose head announces no body. */
function isBodiless(request: Request): boolean {
  return request.get("transfer-encoding") === undefined && Number(request.get("content-length") ?? 0) === 0;
}

/** Throws unsupported_media_type for a body that is not a form in a browser's URL encoding and UTF-8. */
export function requireFormBody(request: Request): void {
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
  const encoding = request.get("content-encoding") ?? "identity";
  if (isForm.test(request.get("content-type") ?? "") && encoding === "identity") return;
  throw new AppError(
    "unsupported_media_type",
    "Send the form as application/x-www-form-urlencoded in UTF-8.",
  );
}

/**
 * The JSON of a request's body; undefined for none at all. Rejects with 400 (also for nesting below `depthMax`), 413 or
 * 415.
 */
export async function readJson(
  request: Request,
  { maxBytes, depthMax }: { maxBytes: number; depthMax: number },
): Promise<unknown> {
  // A wrong type is refused before the body is read; whether one without a type is empty shows its end alone.
  requireJsonBody(request, true);
  const bytes = await readBody(request, maxBytes);
  requireJsonBody(request, bytes.length === 0);
  return bytes.length === 0 ? undefined : parseJson(bytes, depthMax);
}

/**
 * Reads the bytes of a request's body. Rejects with payload_too_large as soon as there are more than `maxBytes`, or
 * with the refusal of `take`. Discards the rest: cutting the connection while the gateway still sends would lose the
 * reply.
 */
export function readBody(request: IncomingMessage, maxBytes: number, take?: TakeBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer) => {
      size += chunk.length;
      const refusal = size > maxBytes ? tooLarge(maxBytes) : take?.(chunk.length);
      if (refusal === undefined) {
        chunks.push(chunk);
        return;
      }
      request.off("data", keep).resume();
      reject(refusal);
    };
    request.on("data", keep);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    // The gateway or the client went away in the middle: nobody reads the reply, and we made no fault.
    const cutShort = (cause?: Error) => reject(cut(cause));
    request.once("error", cutShort);
    // A request that was cut before emits no event.
    if (request.destroyed) cutShort();
  });
}

/**
 * The body chunk by chunk, for what is too large to be held: the next chunk is taken in when the one before has been
 * dealt with. Throws as `readBody` does. What the consumer leaves unread, or is beyond `maxBytes`, is discarded.
 */
export async function* limitedBody(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (request.destroyed && !request.readableEnded) throw cut();
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (thrown) {
    if (thrown instanceof AppError || !request.destroyed) throw thrown;
    throw cut(thrown as Error);
  } finally {
    request.resume();
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    "payload_too_large",
    `The body is larger than the maximum of ${maxBytes} bytes. Send less, or split it into several requests.`,
    {
      extension: { limit: maxBytes },
    },
  );
}

function cut(cause?: Error): AppError {
  return new AppError(
    "malformed_json",
    "The connection ended before the whole body arrived. Send the request again.",
    { cause },
  );
}
