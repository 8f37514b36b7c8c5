import type { RequestHandler } from "express";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Index } from "../../gen/rpc.ts";
import { etagOf, isKnown } from "../entity-tags.ts";

/** The platform's descriptions of itself, as generated. */
export interface Documents {
  index: Pick<Index, "actions">;
  openapi: object;
}

/** Reads them from gen/. */
export function readDocuments(): Documents {
  // The generator wrote it from the message of this type.
  return { index: generated("index.json") as unknown as Index, openapi: generated("openapi.json") };
}

function generated(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../gen/${name}`, import.meta.url), "utf8")) as Record<
    string,
    unknown
  >;
}

/** Answers the same JSON document to everyone, from memory, with an entity tag of its content. */
export function sendDocument(document: unknown): RequestHandler {
  const bytes = Buffer.from(JSON.stringify(document));
  return sendBytes(bytes, etagOf(bytes), { "content-type": "application/json; charset=utf-8" });
}

/** Answers the same bytes to everyone; 304 to who has them. */
export function sendBytes(bytes: Buffer, etag: string, headers: Record<string, string>): RequestHandler {
  return (request, response) => {
    response.set("etag", etag);
    if (isKnown(request, etag)) response.status(304).end();
    else response.set(headers).send(bytes);
  };
}

/**
 * Answers the same bytes to everyone, compressed once and for all to whom takes gzip. Each form has a strong tag of its
 * own, which the gateway leaves as it is: it would compress every answer anew, and weaken its tag.
 */
export function sendCompressed(bytes: Buffer, headers: Record<string, string>): RequestHandler {
  const packed = gzipSync(bytes);
  const plain = sendBytes(bytes, etagOf(bytes), headers);
  const compressed = sendBytes(packed, etagOf(packed), { ...headers, "content-encoding": "gzip" });
  return (request, response, next) => {
    response.set("vary", "accept-encoding");
    const send = request.acceptsEncodings("gzip") === "gzip" ? compressed : plain;
    send(request, response, next);
  };
}
