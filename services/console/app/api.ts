import { createClient, ProblemError, type components } from "@jst/client";

/** The public API of this host, asked with the session of this browser. */
export const api = createClient({ baseUrl: globalThis.location.origin });

/** The messages of the API by their names. */
export type Schemas = components["schemas"];

/** Whether the session of this browser is over, or there was none. */
export function isSignedOut(error: Error | null): boolean {
  return error instanceof ProblemError && error.status === 401;
}
