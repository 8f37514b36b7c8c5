import type { Request, RequestHandler } from "express";
import { createHash } from "node:crypto";

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
