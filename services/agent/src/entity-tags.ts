import type { Request } from "express";
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
