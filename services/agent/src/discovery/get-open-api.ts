import { sendDocument } from "@jst/http";
import type { RequestHandler } from "express";

/** GET /api/.well-known/openapi.json: the OpenAPI 3.1 description, without authentication. */
export function getOpenApi(openapi: object, baseUrl: string): RequestHandler {
  return sendDocument({ ...openapi, servers: [{ url: baseUrl }] });
}
