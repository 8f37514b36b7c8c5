import type { Request, RequestHandler } from "express";
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

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

/** Answers the same bytes to everyone; 304 to a client that has them, with the headers that a cache goes by. */
export function sendBytes(bytes: Buffer, etag: string, headers: Record<string, string>): RequestHandler {
  const ofCaches = Object.entries(headers).filter(([name]) => name === "cache-control" || name === "vary");
  const known = Object.fromEntries(ofCaches);
  return (request, response) => {
    response.set("etag", etag);
    if (isKnown(request, etag)) response.status(304).set(known).end();
    else response.set(headers).send(bytes);
  };
}

/** Codings of compressed forms, the smallest first. */
const CODINGS = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes),
};

/**
 * Answers the same bytes to everyone, in a form that was compressed once to a client that takes one. Each form has a
 * strong tag of its own. The gateway passes every form on as it is: it compresses nothing that has a coding, or that
 * says no-transform.
 */
export function sendCompressed(bytes: Buffer, headers: Record<string, string>): RequestHandler {
  const shared = {
    ...headers,
    "cache-control": [headers["cache-control"], "no-transform"].filter(Boolean).join(", "),
    vary: "accept-encoding",
  };
  const plain = sendBytes(bytes, etagOf(bytes), shared);
  const forms = Object.entries(CODINGS).map(([coding, compress]) => {
    const packed = compress(bytes);
    return [coding, sendBytes(packed, etagOf(packed), { ...shared, "content-encoding": coding })] as const;
  });
  const byCoding = new Map<string | false, RequestHandler>(forms);
  return (request, response, next) => {
    const send = byCoding.get(codingFor(request)) ?? plain;
    send(request, response, next);
  };
}

/** Chooses the coding that the client ranks first, the smallest if it ranks none; false for the plain form. */
function codingFor(request: Request): string | false {
  const codings = Object.keys(CODINGS);
  if (request.get("accept-encoding")?.includes(";") === true)
    return request.acceptsEncodings(...codings, "identity");
  return codings.find((coding) => request.acceptsEncodings(coding) === coding) ?? false;
}

/** Answers the same JSON document to everyone, as sendCompressed does. */
export function sendDocument(document: unknown, headers: Record<string, string> = {}): RequestHandler {
  const bytes = Buffer.from(JSON.stringify(document));
  return sendCompressed(bytes, { "content-type": "application/json; charset=utf-8", ...headers });
}
