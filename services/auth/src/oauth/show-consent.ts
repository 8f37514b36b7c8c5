import { AppError, notFound } from "@jst/errors";
import { Pace } from "@jst/http";
import type { Page, PageRequest, SentOn } from "@jst/pages";
import { sessionOf, signInFirst, type PageSession } from "../sessions/page-session.ts";
import { doorClosed, isOpenFor, requireOpen } from "../teams/open-door.ts";
import { placeOf } from "../teams/place.ts";
import { AuthorizeQuery, redirectTo } from "./authorize-request.ts";
import { choosableTeams } from "./choosable-teams.ts";
import type { ClientDocuments } from "./cimd.ts";
import { findClient } from "./clients.ts";
import { consentPage } from "./consent-page.ts";
import { OAuthError } from "./oauth-error.ts";
import { isOneOf, isRedirectUri, shownHost } from "./redirect-uris.ts";
import { insertRequest, type RequestClient } from "./request-queries.ts";
import type { TokenParts } from "./token-request.ts";

/** Documents of apps that one member has fetched in a quarter of an hour. */
const fetches = new Pace(60, 15 * 60_000);

export interface ConsentParts extends TokenParts {
  documents: ClientDocuments;
}

/**
 * GET /oauth/authorize: asks the member who is signed in. Who is not is sent to sign-in, whatever else is wrong: nobody
 * else may be sent to an address that somebody chose (oauth.authorize).
 */
export async function showConsent(request: PageRequest, parts: ConsentParts): Promise<Page | SentOn> {
  const { operator, baseUrl } = parts;
  const place = await placeOf(request.headers.host ?? "", operator, baseUrl);
  await requireOpen(operator, place);
  const query = new AuthorizeQuery(request.target);
  const [clientId, redirectUri] = [query.needed("client_id"), query.needed("redirect_uri")];
  const isDocument = parts.documents.names(clientId);
  const registered = isDocument ? undefined : await registeredClient(clientId, redirectUri, parts);
  if (!isRedirectUri(redirectUri)) throw badRedirect();
  const session = await sessionOf(request, parts);
  if (session === undefined) return signInFirst(request);
  await requireOpenTeam(session, parts);
  const client = registered ?? (await documentClient(clientId, redirectUri, parts, session));
  const asked = query.asked(place.issuer);
  const { state } = query;
  if ("code" in asked) {
    const { code: error, description: error_description } = asked;
    return { location: redirectTo(redirectUri, { error, error_description, state, iss: place.issuer }) };
  }
  const stored = await insertRequest(operator, session.id, {
    team_id: session.team.id,
    client,
    redirect_uri: redirectUri,
    state,
    code_challenge: asked.codeChallenge,
    audience: asked.audience,
    host: place.host,
    preset: asked.preset,
  });
  const teams = await choosableTeams(operator, session, place.host);
  return consentPage({ request: stored, session, teams });
}

/** Throws the page of a team that lets no app connect (oauth.switch). */
export async function requireOpenTeam({ team }: PageSession, { operator }: TokenParts): Promise<void> {
  if (team.isolated) throw notFound();
  if (!(await isOpenFor(operator, team.id))) throw doorClosed();
}

async function registeredClient(
  clientId: string,
  redirectUri: string,
  { operator }: ConsentParts,
): Promise<RequestClient> {
  const client = await findClient(operator, clientId);
  if (client === undefined)
    throw new AppError(
      "bad_request",
      "This app is not registered here. Connect from the app again, so that it registers itself.",
    );
  if (!isOneOf(redirectUri, client.redirect_uris)) throw badRedirect();
  const { client_name } = client;
  return { client_id: clientId, client_name, client_host: shownHost(redirectUri), is_document: false };
}

async function documentClient(
  clientId: string,
  redirectUri: string,
  { documents }: ConsentParts,
  { member }: PageSession,
): Promise<RequestClient> {
  fetches.take(member.id);
  const client = await documents.find(clientId).catch((thrown: unknown) => {
    if (thrown instanceof OAuthError) throw new AppError("bad_request", thrown.message, { cause: thrown });
    throw thrown;
  });
  if (!isOneOf(redirectUri, client.redirect_uris)) throw badRedirect();
  const { client_name } = client;
  return { client_id: clientId, client_name, client_host: new URL(clientId).host, is_document: true };
}

function badRedirect(): AppError {
  return new AppError(
    "bad_request",
    "The redirect_uri is not registered for this app. Connect from the app again.",
  );
}
