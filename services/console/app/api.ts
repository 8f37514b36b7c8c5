import { createClient, ProblemError, type components } from "@jst/client";

/** The public API of this host, asked with the session of this browser. */
export const api = createClient({ baseUrl: globalThis.location.origin });

let isLeaving = false;
globalThis.addEventListener("pagehide", () => (isLeaving = true));
globalThis.addEventListener("pageshow", () => (isLeaving = false));

// A request that is sent as the page ends outlives the page.
api.use({
  onRequest: ({ request }) => (isLeaving ? new Request(request, { keepalive: true }) : request),
});

/** The messages of the API by their names. */
export type Schemas = components["schemas"];

/** Whether the session of this browser is over, or there was none. */
export function isSignedOut(error: Error | null): boolean {
  return error instanceof ProblemError && error.status === 401;
}
