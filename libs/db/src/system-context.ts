import { randomUUID } from "node:crypto";
import type { TeamContext } from "./types.ts";

/** Longest time of a transaction of a job. */
const WORK_MS = 10_000;

/** Request in which the platform itself acts on a team. */
export interface SystemRequest {
  /** Milliseconds that remain; 10 seconds if absent. */
  timeoutMs?: number;
  /** Id of the request, or the name of a job. A new id if absent. */
  requestId?: string;
  /** Undo records store the door: `public` for a page. */
  door?: "system" | "public";
  traceparent?: string | undefined;
  departure?: (() => AbortSignal) | undefined;
}

/**
 * Makes the context of the platform itself, which acts on a team without a token: an internal call, a page, a job or a
 * clock. Everything else acts as its caller (conventions.common-fields).
 */
export function systemContext(
  teamId: string,
  {
    timeoutMs = WORK_MS,
    requestId = randomUUID(),
    door = "system",
    traceparent,
    departure,
  }: SystemRequest = {},
): TeamContext {
  return {
    teamId: teamId.toLowerCase(),
    tokenId: "",
    actorType: "system",
    actorId: "",
    requestId,
    door,
    timeoutMs,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(departure === undefined ? {} : { departure }),
  };
}
