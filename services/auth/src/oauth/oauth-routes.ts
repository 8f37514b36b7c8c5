import type { Audience } from "@jst/caller";
import { Pace } from "@jst/http";
import type { PageHandler } from "@jst/pages";
import type { Logger } from "@jst/telemetry";
import type { Request, RequestHandler } from "express";
import { requireOpen } from "../teams/open-door.ts";
import { placeOf } from "../teams/place.ts";
import { answering, type Answer } from "./answering.ts";
import { decideConsent } from "./decide-consent.ts";
import { resourceMetadata, serverMetadata } from "./documents.ts";
import { register } from "./register.ts";
import { revoke } from "./revoke-token.ts";
import { showConsent, type ConsentParts } from "./show-consent.ts";
import { token } from "./token.ts";
import { Turns } from "./turns.ts";

/** Registrations of one source in an hour (oauth.registration). */
const REGISTRATIONS = 60;
const HOUR_MS = 3_600_000;

export function oauthPages(parts: ConsentParts): Record<"showConsent" | "decideConsent", PageHandler> {
  return {
    showConsent: (request) => showConsent(request, parts),
    decideConsent: (request) => decideConsent(request, parts),
  };
}

/** Names of the endpoints that are for programs. */
export type OAuthEndpoint =
  | "showServerMetadata"
  | "showServerMetadataOfApi"
  | "showServerMetadataOfMcp"
  | "showServerMetadataOfActions"
  | "showResourceMetadata"
  | "showMcpMetadata"
  | "showActionsMetadata"
  | "registerClient"
  | "issueTokens"
  | "revokeGrantedToken";

/** Builds the endpoints of sign-in for apps (oauth.endpoints). */
export function oauthEndpoints(parts: ConsentParts, logger: Logger): Record<OAuthEndpoint, RequestHandler> {
  const pace = new Pace(REGISTRATIONS, HOUR_MS);
  const turns = new Turns();
  const issuerAt = async (request: Request): Promise<string> => {
    const place = await placeOf(request.get("host") ?? "", parts.operator, parts.baseUrl);
    await requireOpen(parts.operator, place);
    return place.issuer;
  };
  const document = (make: (issuer: string) => Record<string, unknown>) =>
    answering(logger, async (request): Promise<Answer> => ({ body: make(await issuerAt(request)) }));
  const describing = (audience: Audience) => document((issuer) => resourceMetadata(issuer, audience));
  return {
    showServerMetadata: document(serverMetadata),
    showServerMetadataOfApi: document(serverMetadata),
    showServerMetadataOfMcp: document(serverMetadata),
    showServerMetadataOfActions: document(serverMetadata),
    showResourceMetadata: describing("base"),
    showMcpMetadata: describing("mcp"),
    showActionsMetadata: describing("actions"),
    registerClient: answering(logger, async (request) => {
      await issuerAt(request);
      return register(request, parts.operator, pace);
    }),
    issueTokens: answering(logger, (request) => token(request, { ...parts, turns })),
    revokeGrantedToken: answering(logger, (request) => revoke(request, parts)),
  };
}
