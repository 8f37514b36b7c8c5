import { AppError } from "@jst/errors";
import { requireJson } from "@jst/rpc";
import type { Request } from "express";
import type { IncomingMessage } from "node:http";

/** Largest body of a call at an agent door (limits.body). */
export const BODY_MAX_BYTES = 1_048_576;

/** Throws unsupported_media_type for a body that says it is something other than JSON, as every other door does. */
export function requireJsonBody(request: Request): void {
  requireJson(request.get("content-type"), request.get("content-encoding"));
}

/**
 * The bytes of a request's body. Rejects with payload_too_large as soon as there are more than `maxBytes`, and
 * discards the rest: a connection cut while the gateway still sends would take the answer with it.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const keep = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.off("data", keep).resume();
      reject(
        new AppError("payload_too_large", `The body is larger than ${maxBytes} bytes.`, {
          extension: { limit: maxBytes },
        }),
      );
    };
    request.on("data", keep);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    // The gateway or the client went away in the middle: nobody reads the answer, and it is no fault of ours.
    const cut = (cause?: Error) =>
      reject(new AppError("malformed_json", "The body ended before its end.", { cause }));
    request.once("error", cut);
    // What was cut before says so no more.
    if (request.destroyed) cut();
  });
}
