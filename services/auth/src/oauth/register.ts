import { AppError } from "@jst/errors";
import { readJson, type Pace } from "@jst/http";
import type { Request } from "express";
import type { Operator } from "../operator.ts";
import { BYTES_MAX, type Answer } from "./answering.ts";
import { clientMetadataOf } from "./client-metadata.ts";
import { insertClient } from "./clients.ts";
import { OAuthError } from "./oauth-error.ts";

const DEPTH_MAX = 16;

/**
 * Registers a client (RFC 7591, oauth.registration): name and redirect URIs, and nothing of what else it says. It gets
 * no secret, and no right before a member grants one.
 */
export async function register(request: Request, operator: Operator, pace: Pace): Promise<Answer> {
  pace.take(request.get("x-forwarded-for") ?? "");
  const metadata = clientMetadataOf(await metadataIn(request));
  const client = await insertClient(operator, metadata);
  return {
    status: 201,
    body: {
      client_id: client.client_id,
      client_id_issued_at: client.issued_at,
      client_name: client.client_name,
      redirect_uris: client.redirect_uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
  };
}

async function metadataIn(request: Request): Promise<unknown> {
  try {
    return await readJson(request, { maxBytes: BYTES_MAX, depthMax: DEPTH_MAX });
  } catch (thrown) {
    if (thrown instanceof AppError && (thrown.status === 400 || thrown.status === 415))
      throw new OAuthError("invalid_client_metadata", thrown.message);
    throw thrown;
  }
}
