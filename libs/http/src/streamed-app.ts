import type { Caller } from "@jst/caller";
import { asAppError } from "@jst/errors";
import {
  answerOf,
  Incoming,
  Validator,
  type AnsweredCall,
  type DoorOptions,
  type RpcDefinition,
  type WireReply,
  type WireRequest,
} from "@jst/rpc";
import type { Express, Request, RequestHandler, Response } from "express";
import { httpApp, type HttpRoute } from "./app.ts";
import { departureOf } from "./departure.ts";
import { sendSlice } from "./send-slice.ts";

/** A body that has been taken in and stored aside. */
export interface Staged {
  /** Body that the rpc gets. */
  body: unknown;
  /** Text that is the same if the write is sent again. */
  fingerprint: unknown;
  /** Lets go of what was stored aside: nothing names it. */
  discard: () => Promise<void>;
}

/** Takes a request's body in, once the caller has been let in; what it throws refuses the request. */
export type Stage = (request: Request, caller: Caller) => Promise<Staged>;

/** Parts that answer the streamed rpcs of a service. */
export interface StreamedAppOptions<Deps> {
  door: DoorOptions<Deps>;
  /** By the method of each rpc that takes a body. */
  stages: Readonly<Record<string, Stage>>;
}

/** Beyond what any handler needs once the body is there; libs/rpc gives it no more than its 30 s anyway. */
const HANDLING_MS = 60_000;
const LEFT_BEHIND = 500;

/** Answers the streamed rpcs of a service as libs/rpc answers all others: one order of refusals, one gate. */
export function streamedApp<Deps>({ door, stages }: StreamedAppOptions<Deps>): Express {
  const rpcs = door.rpcs.filter(({ streamed }) => streamed !== undefined);
  const named = new Map(rpcs.map((rpc) => [rpc.method, rpc]));
  return httpApp({
    routes: rpcs.flatMap(routesOf),
    handlers: Object.fromEntries(rpcs.map((rpc) => [rpc.method, handlerOf(rpc, door, stages[rpc.method])])),
    rulesOf: ({ handler }) => {
      const query = named.get(handler)?.query;
      return query === undefined || query === null ? {} : { query: new Validator(query) };
    },
    verifyCaller: door.verifyCaller,
    baseUrl: door.baseUrl,
    logger: door.logger,
  });
}

function routesOf<Deps>(rpc: RpcDefinition<Deps>): HttpRoute[] {
  const { service, method, access, resource, action, module, streamed = [] } = rpc;
  if (access === "internal" || access === "member") throw new Error(`${method} is inside and streamed.`);
  const facts = { rpc: `${service}/${method}`, handler: method, resource, module };
  return streamed.map((route) => ({
    ...facts,
    ...route,
    ...(access === "scope" ? { access, action } : { access }),
  }));
}

function handlerOf<Deps>(
  rpc: RpcDefinition<Deps>,
  door: DoorOptions<Deps>,
  stage: Stage | undefined,
): RequestHandler {
  const answer = answerOf(rpc, door);
  return async (request, response) => {
    const staged = await stage?.(request, (response.locals as { caller: Caller }).caller);
    const incoming = incomingOf(request, response, `${rpc.service}/${rpc.method}`);
    const wire = wireRequestOf(request, staged);
    try {
      const { reply } = await settled(staged, () => answer(wire, incoming, Date.now() + HANDLING_MS));
      await send(request, response, reply);
    } finally {
      incoming.span.end({ "http.response.status_code": response.statusCode });
    }
  };
}

/** Runs the write; what was stored aside for one that has kept nothing of it goes, unless that cannot be known. */
async function settled(staged: Staged | undefined, run: () => Promise<AnsweredCall>): Promise<AnsweredCall> {
  try {
    const answered = await run();
    if (answered.reply.headers["idempotency-replayed"] !== undefined) await staged?.discard();
    return answered;
  } catch (thrown) {
    if (asAppError(thrown).status < LEFT_BEHIND) await staged?.discard();
    throw thrown;
  }
}

function incomingOf(request: Request, response: Response, name: string): Incoming {
  const departure = departureOf(response);
  const header = (header: string) =>
    header === "x-envoy-original-path" ? request.originalUrl : request.get(header);
  return new Incoming(
    {
      header,
      departure,
      get hasCallerLeft() {
        return departure.aborted;
      },
    },
    name,
  );
}

function wireRequestOf(request: Request, staged: Staged | undefined): WireRequest {
  const path = request.params as Record<string, string>;
  if (staged === undefined) return { path, body: undefined };
  const data = Buffer.from(JSON.stringify(staged.body));
  return { path, body: { contentType: "application/json", data }, fingerprint: staged.fingerprint };
}

async function send(
  request: Request,
  response: Response,
  { status, headers, contentType, body, bytes }: WireReply,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (bytes !== undefined) {
    await sendSlice(request, response, bytes);
    return;
  }
  response.status(status);
  if (body.length > 0) response.setHeader("content-type", contentType);
  response.end(typeof body === "string" ? body : Buffer.concat(body));
}
