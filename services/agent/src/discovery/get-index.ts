import { sendDocument } from "@jst/http";
import type { RequestHandler } from "express";

/** GET /api/v1: the advertised paths and the registered actions (specification 4, Discovery). */
export function getIndex(index: object): RequestHandler {
  return sendDocument(index);
}
