import { parseJson } from "@jst/rpc";
import type { Request } from "express";
import { BODY_MAX_BYTES, readBody, requireJsonBody } from "./read-body.ts";

/** Deepest nesting of a call's envelope; its arguments have a limit of their own. */
const DEPTH_MAX = 64;

/** The JSON of a request's body; undefined for none at all. Rejects with 400, 413 or 415. */
export async function readJson(request: Request): Promise<unknown> {
  requireJsonBody(request);
  const bytes = await readBody(request, BODY_MAX_BYTES);
  return bytes.length === 0 ? undefined : parseJson(bytes, DEPTH_MAX);
}
