import { randomUUID } from "node:crypto";

/** Names the service that calls, as a proof of ServiceSigner. */
export const SERVICE_HEADER = "x-internal-service";

/** Context that a call to another service carries from the call that it serves; a background job makes its own. */
export interface Hop {
  requestId: string;
  traceparent?: string | undefined;
  /** The signed caller on whose behalf it is made, for attribution; none for a job. */
  callerToken?: string | undefined;
  /** Milliseconds of Unix time. */
  deadline: number;
  /** Aborted when nobody waits for the call it serves any more. Made for who asks. */
  departure?: (() => AbortSignal) | undefined;
}

/** Makes the hop of a call that may take so long at most: for a request, or for a job that begins its own. */
export function hopWithin(
  ms: number,
  { requestId, traceparent }: Pick<Hop, "requestId" | "traceparent"> = { requestId: randomUUID() },
): Hop {
  return { requestId, traceparent, deadline: Date.now() + ms };
}
