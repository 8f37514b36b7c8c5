import { asAppError } from "@jst/errors";
import { httpApp, Pace, requireFormBody, type HttpAppOptions, type HttpRoute } from "@jst/http";
import type { Hop } from "@jst/rpc";
import type { Express, Request, RequestHandler } from "express";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { renderErrorPage } from "./error-page.ts";
import { sendPage, type Page, type PageHeaders, type SentOn } from "./page.ts";
import { readForm, valuesOf, type SentForm } from "./sent-form.ts";

/** How long one request may take, in all. */
const ANSWERING_MS = 20_000;
/** Forms that one source sends to one address in a minute (pages.limits). */
const FORMS_A_MINUTE = 30;

/** One request of a page: nobody is known behind it. */
export interface PageRequest {
  /** Parts of the path by name, decoded. */
  path: Readonly<Record<string, string>>;
  /** As it was sent; nothing of it has been looked at. */
  query: URLSearchParams;
  /** Path and query, as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Address of the visitor as the gateway sees it; empty without a gateway. */
  source: string;
  requestId: string;
  /** Goes with every call to another service. */
  hop: Hop;
  /** The form that came with it. */
  form: () => Promise<SentForm>;
}

/** Handler of a page; an AppError that it throws is shown as a page. */
export type PageHandler = (request: PageRequest) => Promise<Page | SentOn>;

/** Options of a service's pages, and `Other` routes behind the same door that are not pages. */
export type PagesAppOptions<Route extends HttpRoute, Other extends Route["handler"] = never> = Omit<
  HttpAppOptions<Route>,
  "handlers" | "rulesOf"
> & {
  handlers: Record<Exclude<Route["handler"], Other>, PageHandler>;
  /** Handlers of the others: they read their query themselves, and are refused with problem documents. */
  others?: Record<Other, RequestHandler>;
  /** Forms whose calls count only if they lead nowhere: a visitor with a valid secret never waits. */
  countsAbsentOf?: readonly Route["handler"][];
  /** Handlers that do not read what a POST brings, and take any (pages.forms). */
  readsNoBodyOf?: readonly Route["handler"][];
  /** Requests of one source to one address in a minute, whatever they ask; forms alone are counted when absent. */
  requestsAMinute?: number;
  /** Headers of every page of the service, beside those of all pages. */
  pageHeaders?: PageHeaders;
};

/** The HTTP door of a service's pages: routes of the contract, and what its handlers answer. */
export function pagesApp<Route extends HttpRoute, Other extends Route["handler"] = never>({
  handlers,
  others,
  countsAbsentOf = [],
  readsNoBodyOf = [],
  requestsAMinute,
  pageHeaders = {},
  ...options
}: PagesAppOptions<Route, Other>): Express {
  const pace = new Pace(requestsAMinute ?? FORMS_A_MINUTE);
  const isCounted = (method: string): boolean => requestsAMinute !== undefined || method === "POST";
  const answering = Object.entries<PageHandler>(handlers).map(([name, handler]) => {
    const page = answeringForms(
      handler,
      readsNoBodyOf.some((one) => one === name),
    );
    const isCountedLate = countsAbsentOf.some((one) => one === name);
    return [
      name,
      isCountedLate ? answeredAtOnce(page, pace, pageHeaders) : answered(page, pace, isCounted, pageHeaders),
    ];
  });
  return httpApp({
    ...options,
    handlers: { ...Object.fromEntries(answering), ...others } as Record<Route["handler"], RequestHandler>,
    rulesOf: ({ handler }) => ({
      query: "own",
      ...(handler in handlers ? { renderError: renderErrorPage(options.logger, pageHeaders) } : {}),
    }),
  });
}

/** Handler of an express request. */
type Answering = (request: Request) => ReturnType<PageHandler>;

/** Refuses a POST without a form before the handler looks at anything, also where the handler needs no field of it. */
function answeringForms(handler: PageHandler, readsNoBody: boolean): Answering {
  return async (request) => {
    if (request.method === "POST" && !readsNoBody) requireFormBody(request);
    return handler(pageRequest(request));
  };
}

function answered(
  handler: Answering,
  pace: Pace,
  isCounted: (method: string) => boolean,
  pageHeaders: PageHeaders,
): RequestHandler {
  return async (request, response) => {
    if (isCounted(request.method)) pace.take(`${JSON.stringify(request.params)} ${sourceOf(request)}`);
    sendPage(response, await handler(request), pageHeaders);
  };
}

/** Counts what leads nowhere, by its source: a guess is another address each time. */
function answeredAtOnce(handler: Answering, pace: Pace, pageHeaders: PageHeaders): RequestHandler {
  return async (request, response) => {
    const page = await handler(request).catch((error: unknown) => {
      if (asAppError(error).status === 404) pace.take(`${request.method} ${sourceOf(request)}`);
      throw error;
    });
    sendPage(response, page, pageHeaders);
  };
}

/** The gateway alone names the source; what a client says of it is dropped there. */
function sourceOf(request: Request): string {
  return request.get("x-forwarded-for") ?? "";
}

/** Reads a query as a form is read: a plus is a blank, %2B a plus. Pairs that are not UTF-8 are left out. */
function queryOf(url: string): URLSearchParams {
  const pairs = new URL(url, "http://page").search.slice(1).split("&");
  return new URLSearchParams(pairs.flatMap((pair) => readPair(pair)));
}

function readPair(pair: string): [string, string][] {
  try {
    return [...valuesOf(pair)].map(([name, values]): [string, string] => [name, values.join()]);
  } catch {
    return [];
  }
}

/** Reads a request as pages do. */
export function pageRequest(request: Request): PageRequest {
  const requestId = String(request.headers["x-request-id"] ?? randomUUID());
  const traceparent = request.get("traceparent");
  return {
    path: request.params as Record<string, string>,
    query: queryOf(request.url),
    target: request.url,
    headers: request.headers,
    source: sourceOf(request),
    requestId,
    hop: { requestId, traceparent, deadline: Date.now() + ANSWERING_MS },
    form: () => readForm(request),
  };
}
