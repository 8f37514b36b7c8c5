import type { RequestHandler } from "express";
import { generated, sendDocument } from "./document.ts";

/** GET /api/v1: the advertised paths and the registered actions (specification 4, Discovery). */
export function getIndex(): RequestHandler {
  return sendDocument(generated("index.json"));
}
