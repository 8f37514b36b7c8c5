import { sendDocument } from "@jst/http";
import type { RequestHandler } from "express";

/**
 * GET /api/.well-known/openapi.json: the OpenAPI 3.1 description, without authentication. Each of its forms is made at
 * the start, so that no request compresses it.
 */
export function getOpenApi(openapi: object, baseUrl: string): RequestHandler {
  return sendDocument({ ...openapi, servers: [{ url: baseUrl }] }, { "cache-control": "no-cache" });
}
