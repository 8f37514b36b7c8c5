import type { SystemDatabase } from "@jst/db";
import type { Request } from "express";
import { formOf, required, type Answer, type Parameters } from "./answering.ts";
import type { Traced } from "./actor.ts";
import { findClient } from "./clients.ts";
import { exchangeCode } from "./exchange-code.ts";
import { OAuthError } from "./oauth-error.ts";
import { requireOpen } from "../teams/open-door.ts";
import { placeOf, type Place } from "../teams/place.ts";
import { refreshGrant } from "./refresh-grant.ts";
import type { TokenParts, TokenRequest } from "./token-request.ts";
import type { Turns } from "./turns.ts";

const grantTypes: Readonly<Record<string, (request: TokenRequest) => Promise<Answer>>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshGrant,
};

/**
 * POST /oauth/token: tokens for a code, and new ones for a refresh token (oauth.token-endpoint). Requests at once with
 * one refresh token take turns before anything is looked up.
 */
export async function token(request: Request, parts: TokenParts & { turns: Turns }): Promise<Answer> {
  const parameters = await formOf(request).catch(async (fault: unknown) => {
    // A closed door says so to whatever is sent.
    await openPlace(request, parts);
    throw fault;
  });
  const answer = () => answerOf(request, parameters, parts);
  const refresh = parameters.get("refresh_token");
  if (parameters.get("grant_type") !== "refresh_token" || refresh === undefined) return answer();
  const wanted = JSON.stringify([request.get("host"), parameters.get("client_id"), refresh]);
  return parts.turns.take(wanted, answer);
}

async function answerOf(request: Request, parameters: Parameters, parts: TokenParts): Promise<Answer> {
  const { operator } = parts;
  const place = await openPlace(request, parts);
  const type = required(parameters, "grant_type");
  const grantType = Object.hasOwn(grantTypes, type) ? grantTypes[type] : undefined;
  if (grantType === undefined)
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  const clientId = await clientOf(request, parameters, operator);
  return grantType({ operator, place, clientId, parameters, ...tracedOf(request) });
}

/** Finds the place of the request; throws if apps may not connect there. */
async function openPlace(request: Request, { operator, baseUrl }: TokenParts): Promise<Place> {
  const place = await placeOf(request.get("host") ?? "", operator, baseUrl);
  await requireOpen(operator, place);
  return place;
}

/** Returns the ids of the request in the log. */
export function tracedOf(request: Request): Traced {
  return {
    requestId: String(request.headers["x-request-id"] ?? ""),
    traceparent: request.get("traceparent"),
  };
}

/**
 * Reads the client id of the request; clients have no secret. Throws invalid_client for an unknown client, upon which
 * the client registers again.
 */
async function clientOf(request: Request, parameters: Parameters, operator: SystemDatabase): Promise<string> {
  const clientId = parameters.get("client_id");
  if (clientId !== undefined && (await isKnown(clientId, operator))) return clientId;
  const wasBasic = /^basic\b/i.test(request.get("authorization") ?? "");
  const headers: Record<string, string> = wasBasic ? { "www-authenticate": 'Basic realm="oauth"' } : {};
  throw new OAuthError(
    "invalid_client",
    "This client is not registered. Register it, then try again.",
    401,
    headers,
  );
}

/**
 * True for a known client. A client that is named by the address of its document is known once a member has granted it
 * access.
 */
async function isKnown(clientId: string, operator: SystemDatabase): Promise<boolean> {
  if (clientId.startsWith("jst_cl_")) return (await findClient(operator, clientId)) !== undefined;
  const [row] = await operator.query({
    name: "oauth.granted_client",
    text: "select 1 from auth.grants where client_id = $1 limit 1",
    values: [clientId],
  });
  return row !== undefined;
}
