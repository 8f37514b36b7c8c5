import type { RequestHandler } from "express";
import { generated, sendDocument } from "./document.ts";

/** GET /api/.well-known/openapi.json: the OpenAPI 3.1 description, without authentication. */
export function getOpenApi(baseUrl: string): RequestHandler {
  return sendDocument({ ...generated("openapi.json"), servers: [{ url: baseUrl }] });
}
