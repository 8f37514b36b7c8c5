import type { Request, RequestHandler } from "express";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** Entity tag of the content, in its quotes. */
export function etagOf(content: Buffer | string): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/**
 * True when If-None-Match, a list of tags or `*`, names this one; a weak tag is what a compressed reply carries of it.
 */
export function isKnown(request: Request, etag: string): boolean {
  const tags = (request.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
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
