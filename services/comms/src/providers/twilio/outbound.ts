import type { Connections, UrlGuard } from "@jst/jobs/outbound";

/** How the API is reached. */
export interface Outbound {
  guard: UrlGuard;
  connections: Connections;
}

/** How one request reaches it: whose it is, and until when it may take. */
export interface Reached extends Outbound {
  teamId: string;
  signal: AbortSignal;
}
