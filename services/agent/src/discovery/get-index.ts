import type { RequestHandler } from "express";
import { sendDocument } from "./document.ts";

/** GET /api/v1: the advertised paths and the registered actions (conventions.discovery). */
export function getIndex(index: object): RequestHandler {
  return sendDocument(index);
}
