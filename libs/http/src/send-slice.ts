import { AppError } from "@jst/errors";
import type { SentBytes } from "@jst/rpc";
import type { Request, Response } from "express";
import { sendStream } from "./departure.ts";
import { isKnown } from "./entity-tags.ts";

/** A part of some bytes, first and last included. */
export interface Slice {
  start: number;
  end: number;
}

/** One range; several are ignored. */
const RANGE = /^bytes=\s*(\d{0,16})-(\d{0,16})\s*$/i;

/**
 * Returns the part that a Range asks for (RFC 9110, 14.2); undefined for the whole: of another unit, of several ranges,
 * and of an invalid one. Throws range_not_satisfiable for one beyond the size.
 */
export function sliceOf(range: string | undefined, size: number): Slice | undefined {
  const [, from = "", to = ""] = RANGE.exec(range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const slice = from === "" ? suffixOf(Number(to), size) : { start: Number(from), end: lastOf(to, size) };
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  if (slice.start >= size)
    throw new AppError(
      "range_not_satisfiable",
      `The file has ${size} bytes, and this range is beyond its end. Ask for bytes within the file.`,
      {
        headers: { "content-range": `bytes */${size}` },
      },
    );
  return slice;
}

function suffixOf(length: number, size: number): Slice {
  return { start: length === 0 ? size : Math.max(0, size - length), end: size - 1 };
}

function lastOf(to: string, size: number): number {
  return to === "" ? size - 1 : Math.min(Number(to), size - 1);
}

/**
 * Answers bytes as a file: 304 to who has them, 206 with the part that Range names, no more than the head to HEAD. A
 * tag of If-Range counts only where it is strong and this one.
 */
export async function sendSlice(request: Request, response: Response, bytes: SentBytes): Promise<void> {
  const { etag, size, contentType } = bytes;
  response.setHeader("etag", etag);
  response.setHeader("accept-ranges", "bytes");
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  const ifRange = request.get("if-range");
  const isWanted = request.method === "GET" && (ifRange === undefined || ifRange.trim() === etag);
  const slice = isWanted ? sliceOf(request.get("range"), size) : undefined;
  const { start, end } = slice ?? { start: 0, end: size - 1 };
  response.setHeader("content-type", contentType);
  response.setHeader("content-length", end - start + 1);
  if (slice !== undefined) response.status(206).setHeader("content-range", `bytes ${start}-${end}/${size}`);
  if (request.method === "HEAD" || size === 0) response.end();
  else await sendStream(response, await bytes.open(start, end));
}
