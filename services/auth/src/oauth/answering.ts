import { AppError, asAppError } from "@jst/errors";
import { readBody, requireFormBody } from "@jst/http";
import { valuesOf } from "@jst/pages";
import type { Logger } from "@jst/telemetry";
import type { Request, RequestHandler, Response } from "express";
import { OAuthError } from "./oauth-error.ts";

export interface Answer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** JSON; none is an empty body. */
  body?: Record<string, unknown>;
}

/** The parameters of a request, each at most once. */
export type Parameters = ReadonlyMap<string, string>;

/** Most bytes of a request. */
export const BYTES_MAX = 65_536;

/** Refusals that are problem documents here too (oauth.errors). */
const asProblems: ReadonlySet<number> = new Set([403, 404, 413]);

/**
 * Wraps an endpoint that answers JSON and refuses as OAuth does; no client or proxy may store its answers
 * (oauth.errors).
 */
export function answering(logger: Logger, endpoint: (request: Request) => Promise<Answer>): RequestHandler {
  return async (request, response) => {
    response.set({ "cache-control": "no-store", pragma: "no-cache", "x-content-type-options": "nosniff" });
    try {
      send(response, await endpoint(request));
    } catch (thrown) {
      if (thrown instanceof AppError && asProblems.has(thrown.status)) throw thrown;
      const { code, message, status, headers } = refusalOf(thrown, logger);
      send(response, { status, headers, body: { error: code, error_description: message } });
    }
  };
}

function send(response: Response, { status = 200, headers = {}, body }: Answer): void {
  response.status(status).set(headers);
  if (body === undefined) response.end();
  else response.type("application/json").send(JSON.stringify(body));
}

function refusalOf(thrown: unknown, logger: Logger): OAuthError {
  if (thrown instanceof OAuthError) return thrown;
  const error = asAppError(thrown);
  if (error.status === 429) return new OAuthError("rate_limited", error.message, 429, { ...error.headers });
  if (error.status < 500) return new OAuthError("invalid_request", error.message);
  logger.error({ error: thrown }, "oauth");
  return new OAuthError("temporarily_unavailable", "Nothing was changed. Try again in a moment.", 503);
}

/** Reads the form of a request. Refuses a repeated parameter, one in the query, and anything but a form. */
export async function formOf(request: Request): Promise<Parameters> {
  if (new URL(request.url, "http://endpoint").search !== "")
    throw new OAuthError(
      "invalid_request",
      "Send the parameters in the body, as a form, and not in the query.",
    );
  requireFormBody(request);
  return onceEach(valuesOf((await readBody(request, BYTES_MAX)).toString("latin1")));
}

/** Reads each parameter once; an empty one counts as absent (RFC 6749, 3.2). Two of one name are refused. */
export function onceEach(values: ReadonlyMap<string, readonly string[]>): Parameters {
  const found = new Map<string, string>();
  for (const [name, [value = "", ...more]] of values) {
    if (more.length > 0) throw new OAuthError("invalid_request", "A parameter is sent twice. Send it once.");
    if (value !== "") found.set(name, value);
  }
  return found;
}

/** Returns the parameter; throws without it. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined)
    throw new OAuthError("invalid_request", `The parameter ${name} is missing. Send it.`);
  return value;
}
