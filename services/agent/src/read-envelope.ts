import { readJson } from "@jst/http";
import type { Request } from "express";

/** Largest body of a call at an agent door (limits.body). */
export const BODY_MAX_BYTES = 1_048_576;

/** Deepest nesting of a call's envelope; its arguments have a limit of their own. */
const DEPTH_MAX = 64;

/** The envelope of a call; undefined for no body at all. Rejects with 400, 413 or 415. */
export function readEnvelope(request: Request): Promise<unknown> {
  return readJson(request, { maxBytes: BODY_MAX_BYTES, depthMax: DEPTH_MAX });
}
