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
