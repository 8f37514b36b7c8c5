import { validationFailed } from "@jst/errors";
import { Pace, readJson } from "@jst/http";
import { pageRequest, type PageHeaders, type PageRequest } from "@jst/pages";
import type { Request, RequestHandler } from "express";
import { requireOwnPage } from "../sessions/own-page.ts";
import type { SessionParts } from "../sessions/page-session.ts";
import { beginSession } from "../sign-in/begin-session.ts";
import { refusedSignIn } from "../sign-in/refused-sign-in.ts";
import { newChallenge } from "./challenges.ts";
import { requestOptions } from "./options.ts";
import { noteUse } from "./queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { verifyUse } from "./use-passkey.ts";
import { refusedPasskey } from "./verify.ts";

/** Names of the endpoints of sign-in with a passkey. */
export type PasskeyEndpoint = "startPasskeySignIn" | "signInWithPasskey";

/** Requests of one source to each endpoint, and the time that they are for (sessions.limits). */
const REQUESTS_MAX = 60;
const PERIOD_MS = 15 * 60_000;

const BODY = { maxBytes: 65_536, depthMax: 16 };

interface Answer {
  body: Record<string, unknown>;
  headers?: PageHeaders;
}

/** Builds the endpoints of sign-in with a passkey; only pages of the host call them (sessions.forms). */
export function passkeyEndpoints(parts: SessionParts): Record<PasskeyEndpoint, RequestHandler> {
  return {
    startPasskeySignIn: answering(parts, (request) => startSignIn(request, parts)),
    signInWithPasskey: answering(parts, async (request, body) => signIn(request, responseIn(body), parts)),
  };
}

/** Answers JSON to a page of the host that has not asked too often. */
function answering(
  parts: Pick<SessionParts, "baseUrl">,
  endpoint: (request: PageRequest, body: unknown) => Promise<Answer>,
): RequestHandler {
  const sources = new Pace(REQUESTS_MAX, PERIOD_MS);
  return async (request: Request, response) => {
    response.set("cache-control", "no-store");
    const asked = pageRequest(request);
    requireOwnPage(asked, parts.baseUrl);
    sources.take(asked.source);
    const { body, headers = {} } = await endpoint(asked, await readJson(request, BODY));
    response.set(headers).type("application/json").send(JSON.stringify(body));
  };
}

/** Answers the options by which any passkey of the host signs in: they name no account (passkeys.sign-in). */
async function startSignIn({ headers }: PageRequest, parts: SessionParts): Promise<Answer> {
  const party = await relyingPartyOf(headers.host ?? "", parts);
  const challenge = await newChallenge(parts.operator, { purpose: "sign_in", rpId: party.id });
  return { body: { options: await requestOptions(party, challenge) } };
}

/**
 * Begins a session of the passkey's member. Every refusal is the same, and stands in the audit log of the team that the
 * passkey is of (passkeys.sign-in).
 */
async function signIn(request: PageRequest, response: unknown, parts: SessionParts): Promise<Answer> {
  const { operator } = parts;
  const party = await relyingPartyOf(request.headers.host ?? "", parts);
  const { passkey, counter } = await verifyUse(operator, response, party, { purpose: "sign_in" });
  if (passkey === undefined) throw refusedPasskey();
  const { team_id: teamId, member_id: memberId } = passkey;
  const begun = await operator.transaction(async (tx) => {
    if (counter !== undefined && passkey.signs_in && (await noteUse(tx, passkey, counter))) {
      const sentOn = await beginSession(tx, { teamId, memberId, way: "passkey" }, request, parts);
      if (sentOn !== undefined) return sentOn;
    }
    tx.defer(refusedSignIn({ teamId, memberId, code: "sign_in_refused" }, request));
    return undefined;
  });
  if (begun === undefined) throw refusedPasskey();
  return { body: { return_to: begun.location }, headers: begun.headers };
}

function responseIn(body: unknown): object {
  const { response } = (body ?? {}) as { response?: unknown };
  if (typeof response === "object" && response !== null && !Array.isArray(response)) return response;
  throw validationFailed([{ field: "response", code: "required", message: "Must be an object." }]);
}
