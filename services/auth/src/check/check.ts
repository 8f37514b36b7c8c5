import type { Door } from "@jst/caller";
import { AppError } from "@jst/errors";
import { inRequest, traceIdOf } from "@jst/telemetry";
import { normalizedHost } from "../teams/host-name.ts";
import { isAccessTokenValue, tokenHash } from "../tokens/token-format.ts";
import { requireModule, requireScope } from "./access-rules.ts";
import { requireAudience, requireOpenDoor, stepUp } from "./app-rules.ts";
import { guardsHost, requireKnownHost } from "./agent-host.ts";
import { bearerToken } from "./bearer.ts";
import { readCheckRequest, type CheckRequest } from "./check-request.ts";
import { allowedResponse, okPart, type Headers } from "./check-response.ts";
import type { DecisionAudit } from "./decision-audit.ts";
import { denial } from "./denial.ts";
import type { Decision } from "./check-telemetry.ts";
import type { Grants } from "./grants.ts";
import type { HostDirectory } from "./host-directory.ts";
import { principalOf, type KnownToken } from "./known-token.ts";
import type { Limiter } from "./limiter.ts";
import { isOfConsole, requireOpen, sessionHash } from "./session-credentials.ts";
import { notOurs, requireLiving, requireUnexpired } from "./living-token.ts";
import type { OpenDoors } from "./open-doors.ts";
import {
  rateLimitPolicy,
  rateLimitState,
  requestsPerWindow,
  requireWithinLimit,
  type RateLimit,
} from "../rate-limits.ts";
import { RouteFactsReader, type RouteFacts } from "./route-facts.ts";
import type { TokenDirectory } from "./token-directory.ts";
import type { LastUsed } from "../tokens/last-used.ts";
import type { Counts } from "../counts/counts.ts";

export interface CheckParts {
  baseUrl: string;
  tokens: TokenDirectory;
  sessions: TokenDirectory;
  hosts: HostDirectory;
  doors: Pick<OpenDoors, "challenge">;
  limiter: Limiter;
  grants: Grants;
  lastUsed: LastUsed;
  counts: Pick<Counts, "noteRequest" | "noteCall">;
  audit: Pick<DecisionAudit, "record">;
  /** Told of every refusal that is a fault of the platform; it never sees the request. */
  onFault: (error: unknown) => void;
  /** Told of every request, with the trace context of its check, and then of the decision. */
  record: (traceparent: string | undefined) => (decision: Decision) => void;
  /** Milliseconds of Unix time; tests replace it. */
  now?: () => number;
}

/** Statuses by which the way in refuses somebody, rather than to find nothing or to fail. */
const DENIALS: readonly number[] = [401, 403, 429];

/** A request without identity: what the client claimed about itself must not travel on. */
const ANONYMOUS = allowedResponse(
  okPart({ upstream: {}, remove: ["authorization", "x-internal-token"], response: {} }),
);

interface LimitedToken {
  token: KnownToken;
  limit: RateLimit | undefined;
}

/** How far a request has come: what a refusal is told and recorded from. */
interface Seen {
  route: RouteFacts | undefined;
  token: KnownToken | undefined;
  counted: LimitedToken | undefined;
}

interface Decided extends Decision {
  response: Buffer;
}

/**
 * Decides whether a request may pass, in the order (conventions.refusal-order): token (401), limiter (429), scope
 * (403), module (404 or 403). Whatever it cannot decide it denies; the limiter alone fails open.
 */
export class Check {
  readonly #parts: CheckParts;
  readonly #routes = new RouteFactsReader();
  readonly #now: () => number;

  constructor(parts: CheckParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /**
   * Answers an encoded CheckRequest with an encoded CheckResponse; it never rejects. The trace context is that of the
   * gateway's question, which is nearer than what the client sent.
   */
  async answer(bytes: Buffer, traceparent?: string): Promise<Buffer> {
    let request: CheckRequest | undefined;
    let unreadable: unknown;
    try {
      request = readCheckRequest(bytes);
      request.traceparent = traceparent ?? request.traceparent;
    } catch (error) {
      unreadable = error;
    }
    const traceId = traceIdOf(request?.traceparent);
    const ended = this.#parts.record(request?.traceparent);
    return inRequest({ requestId: request?.requestId, traceId }, async () => {
      const { response, ...decision } = await this.#decide(request, unreadable);
      ended(decision);
      return response;
    });
  }

  async #decide(request: CheckRequest | undefined, unreadable: unknown): Promise<Decided> {
    const seen: Seen = { route: undefined, token: undefined, counted: undefined };
    try {
      if (request === undefined) throw unreadable;
      return await this.#allow(request, seen);
    } catch (thrown) {
      return this.#refuse(thrown, request, seen);
    }
  }

  async #allow(request: CheckRequest, seen: Seen): Promise<Decided> {
    const route = this.#routes.read(request.route);
    seen.route = route;
    if (route === undefined)
      throw new AppError(
        "unavailable",
        "The server is not configured for this route. Send the request_id to your administrator.",
      );
    if (route.access === "public") return { response: ANONYMOUS, code: "anonymous" };
    const token = await this.#caller(request, route, seen);
    const host = normalizedHost(request.host);
    // 401 comes before 429 (conventions.refusal-order); a host that has to be looked up is counted first, as anybody
    // can send any.
    const isKnown = this.#parts.hosts.isKnown(host);
    if (isKnown) await this.#requireOwnHost(token, host);
    requireAudience(token, route, host, this.#parts.baseUrl);
    this.#parts.lastUsed.note(token.stored, this.#now());
    const counted = { token, limit: await this.#count(token) };
    seen.counted = counted;
    requireWithinLimit(counted.limit, "requests");
    if (!isKnown) await this.#requireOwnHost(token, host);
    if (guardsHost(route)) await this.#requireKnownHost(request);
    requireOpenDoor(token);
    requireScope(token, route);
    requireModule(token.team, route);
    const response = await this.#allowed(counted, route);
    // A request that the gateway answers itself goes no further: its outcome is recorded here.
    const code = route.answer === "" ? "allowed" : route.answer;
    await this.#parts.audit.record({ token, route, code }, request);
    // The agents' doors count their own calls.
    if (token.stored.app !== null && route.surface === "rest") this.#parts.counts.noteCall(token.stored);
    this.#noteRequest(seen, false);
    return { response, code: "allowed", ...idsOf(counted) };
  }

  async #refuse(thrown: unknown, request: CheckRequest | undefined, seen: Seen): Promise<Decided> {
    const { route, counted } = seen;
    const headers = counted === undefined ? {} : rateLimitHeaders(counted);
    const refusal = await this.#recorded(this.#refusal(thrown), request, seen);
    const challenge = await this.#challenge(refusal, request, seen);
    const response = denial(refusal, { baseUrl: this.#parts.baseUrl, request, route, headers, challenge });
    this.#noteRequest(seen, DENIALS.includes(refusal.status));
    return { response, code: refusal.code, ...(counted === undefined ? {} : idsOf(counted)) };
  }

  /** Counts the request for its team, once that is known (operation.audit-summary). */
  #noteRequest({ token, route }: Seen, isDenied: boolean): void {
    if (token === undefined || route === undefined) return;
    const { team_id: teamId } = token.stored;
    const [door, isWrite] = [doorOf(token, route), route.isWrite];
    this.#parts.counts.noteRequest({ teamId, door, isWrite, isDenied, at: this.#now() });
  }

  /** Builds the WWW-Authenticate header of a refusal (oauth.challenge, oauth.step-up). */
  async #challenge(
    error: AppError,
    request: CheckRequest | undefined,
    seen: Seen,
  ): Promise<string | undefined> {
    const { route, token } = seen;
    if (error.status !== 401) return stepUp(error, token, route, this.#parts.baseUrl);
    const host = normalizedHost(request?.host ?? "");
    const hostTeam = await Promise.resolve(this.#parts.hosts.teamOf(host)).catch(() => undefined);
    const [tokenTeam, wasSent] = [token?.stored.team_id, error.code !== "missing_token"];
    return this.#parts.doors.challenge({ route, host, hostTeam, tokenTeam, wasSent });
  }

  /** Records the refusal if it has to be on record, and returns it; returns 503 if it cannot be recorded. */
  async #recorded(refusal: AppError, request: CheckRequest | undefined, seen: Seen): Promise<AppError> {
    const { token, route } = seen;
    const isVerdict = refusal.status < 500 && token !== undefined && route !== undefined;
    if (!isVerdict || request === undefined) return refusal;
    try {
      await this.#parts.audit.record({ token, route, code: refusal.code }, request);
      return refusal;
    } catch (fault) {
      return this.#refusal(fault);
    }
  }

  /** Finds the living token of the request, or the session of a request of the console; throws 401 without one. */
  #caller(request: CheckRequest, route: RouteFacts, seen: Seen): Promise<KnownToken> {
    const isConsole = isOfConsole(request, route, this.#parts.baseUrl);
    return isConsole ? this.#session(request, seen) : this.#token(request, seen);
  }

  async #session(request: CheckRequest, seen: Seen): Promise<KnownToken> {
    const session = await this.#parts.sessions.find(sessionHash(request, this.#parts.baseUrl));
    seen.token = session;
    requireOpen(session, this.#now());
    return session;
  }

  /** Finds the living token of the request; throws 401 without one. */
  async #token(request: CheckRequest, seen: Seen): Promise<KnownToken> {
    const value = bearerToken(request.authorization);
    if (!isAccessTokenValue(value)) throw notOurs();
    const token = await this.#parts.tokens.find(tokenHash(value));
    if (token === undefined) throw notOurs();
    seen.token = token;
    requireLiving(token);
    requireUnexpired(token, this.#now());
    return token;
  }

  /** Throws 401 on a host of another team. tokens.host: an unmapped host says nothing. */
  async #requireOwnHost(token: KnownToken, host: string): Promise<void> {
    const team = await this.#parts.hosts.teamOf(host);
    if (team !== undefined && team !== token.stored.team_id) throw notOurs();
  }

  async #requireKnownHost({ host }: CheckRequest): Promise<void> {
    const team = await this.#parts.hosts.teamOf(normalizedHost(host));
    if (team === undefined) requireKnownHost(host, this.#parts.baseUrl);
  }

  #count(token: KnownToken): Promise<RateLimit | undefined> {
    return this.#parts.limiter.take(principalOf(token), requestsPerWindow(token.stored.type));
  }

  async #allowed({ token, limit }: LimitedToken, route: RouteFacts): Promise<Buffer> {
    const state = limit === undefined ? undefined : rateLimitState(limit);
    const isService = route.access !== "unmatched";
    const part = isService ? await this.#parts.grants.part(token, doorOf(token, route)) : gatewayPart(token);
    return allowedResponse(part, state);
  }

  /**
   * Chooses the error for the client. A fault of ours becomes a 503 without details and is reported to the operator.
   * The gateway itself answers 500 if the head of the request has become too large.
   */
  #refusal(thrown: unknown): AppError {
    if (thrown instanceof AppError && thrown.status < 500) return thrown;
    this.#parts.onFault(thrown);
    if (thrown instanceof AppError && thrown.code === "unavailable") return thrown;
    return new AppError(
      "unavailable",
      "Access cannot be checked now. Try again; if it fails again, report the request_id.",
    );
  }
}

function doorOf({ stored }: KnownToken, route: RouteFacts): Door {
  return stored.type === "member" ? "console" : route.surface;
}

function idsOf({ token }: LimitedToken): Pick<Decision, "team" | "token"> {
  return { team: token.stored.team_id, token: principalOf(token) };
}

/** Builds the answer for a route that the gateway serves itself (404, 405): it needs no caller. */
function gatewayPart(token: KnownToken): Buffer {
  const response = { "ratelimit-policy": rateLimitPolicy(token.stored.type) };
  return okPart({ upstream: {}, remove: ["authorization", "cookie"], response });
}

function rateLimitHeaders({ token, limit }: LimitedToken): Headers {
  const policy = { "ratelimit-policy": rateLimitPolicy(token.stored.type) };
  return limit === undefined ? policy : { ...policy, ratelimit: rateLimitState(limit) };
}
