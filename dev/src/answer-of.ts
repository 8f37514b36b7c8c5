import type { ClientRequest } from "node:http";
import { text } from "node:stream/consumers";

/** Complete reply. */
export interface Answer {
  status: number;
  text: string;
}

/**
 * Sends the request and reads its answer to the end. Rejects without an answer, without one within the request's own
 * `timeout`, and when an answer is cut off midway. Node ends a cut answer without `end` and without an error of the
 * request.
 */
export function answerOf(request: ClientRequest, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("timeout", () =>
      request.destroy(new Error(`${request.method} ${request.path} is not answered`)),
    );
    request.on("response", (reply) => {
      text(reply).then((read) => resolve({ status: reply.statusCode ?? 0, text: read }), reject);
    });
    request.end(body);
  });
}
