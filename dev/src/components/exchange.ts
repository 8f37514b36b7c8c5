import { connect } from "node:net";
import { host } from "../ports.ts";

const limitMs = 2_000;

/** Sends one request to a port and resolves with what `read` makes of the reply, once it is complete. */
export function exchange<T>(
  port: number,
  request: Buffer,
  read: (reply: Buffer) => T | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    let reply = Buffer.alloc(0);
    socket.setTimeout(limitMs, () => socket.destroy(new Error(`no answer within ${limitMs} ms`)));
    socket.once("connect", () => socket.write(request));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection was closed before the answer")));
    socket.on("data", (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      const value = read(reply);
      if (value === undefined) return;
      resolve(value);
      socket.destroy();
    });
  });
}

/** Rejects with the reason unless a GET of the URL answers 200. */
export async function expectOk(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(limitMs) }).catch(
    (error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Error(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`);
    },
  );
  const body = await response.text();
  if (response.status !== 200)
    throw new Error(`${url} answered ${response.status}: ${body.trim().slice(0, 200)}`);
}
